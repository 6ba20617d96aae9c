"""Two small reports of one accident in each of the languages that have no sample corpus, of our own invention."""

from __future__ import annotations

# Per language: a title and the sentences of the first report, and those of the second.
REPORTS: dict[str, tuple[str, list[str], str, list[str]]] = {
    "ar": (
        "غرق عبارة قرب ميناء سانت أوريل",
        [
            "غرقت عبارة تحمل أربعين راكبا قرب ميناء سانت أوريل يوم الاثنين.",
            "أنقذ الصيادون جميع الركاب.",
            "من اتصل بخفر السواحل؟",
        ],
        "تحقيق في غرق العبارة",
        ["بدأ التحقيق في غرق العبارة قرب ميناء سانت أوريل يوم الثلاثاء.", "قال القبطان إن الباب كان مفتوحا."],
    ),
    "cs": (
        "U přístavu Sant Oriel se potopil trajekt",
        [
            "Trajekt se čtyřiceti cestujícími se v pondělí potopil u přístavu Sant Oriel.",
            "Všechny zachránili rybáři.",
            "Kdo volal pobřežní stráž?",
        ],
        "Vyšetřování potopení trajektu",
        [
            "Vyšetřování potopení trajektu u přístavu Sant Oriel začalo 3. března.",
            "Kapitán řekl, že dveře byly otevřené.",
        ],
    ),
    "de": (
        "Fähre sinkt vor dem Hafen von Sant Oriel",
        [
            "Eine Fähre mit vierzig Fahrgästen ist am Montag vor dem Hafen von Sant Oriel gesunken.",
            "Fischer retteten alle Fahrgäste.",
            "Wer rief die Küstenwache?",
        ],
        "Untersuchung nach dem Untergang der Fähre",
        [
            "Die Untersuchung zum Untergang der Fähre vor dem Hafen von Sant Oriel begann am 3. März.",
            "Dr. Arnd sagte, die Tür sei offen gewesen.",
        ],
    ),
    "el": (
        "Βυθίστηκε πλοίο στο λιμάνι του Σαντ Οριέλ",
        [
            "Ένα πλοίο με σαράντα επιβάτες βυθίστηκε τη Δευτέρα κοντά στο λιμάνι του Σαντ Οριέλ.",
            "Ψαράδες έσωσαν όλους τους επιβάτες.",
            "Ποιος κάλεσε το λιμενικό;",
        ],
        "Έρευνα για το πλοίο που βυθίστηκε",
        [
            "Η έρευνα για το πλοίο που βυθίστηκε στο λιμάνι του Σαντ Οριέλ άρχισε την Τρίτη.",
            "Ο καπετάνιος είπε ότι η πόρτα ήταν ανοιχτή.",
        ],
    ),
    "fr": (
        "Un bac coule devant le port de Sant Oriel",
        [
            "Un bac avec quarante passagers a coulé lundi devant le port de Sant Oriel.",
            "Des pêcheurs ont sauvé tous les passagers.",
            "Qui a appelé les garde-côtes ?",
        ],
        "Enquête sur le bac coulé",
        [
            "L’enquête sur le bac coulé devant le port de Sant Oriel a commencé mardi.",
            "M. Dupont dit que la porte était ouverte.",
        ],
    ),
    "he": (
        "מעבורת טבעה מול נמל סנט אוריאל",
        [
            "מעבורת ובה ארבעים נוסעים טבעה ביום שני מול נמל סנט אוריאל.",
            "דייגים הצילו את כל הנוסעים.",
            "מי התקשר למשמר החופים?",
        ],
        "חקירה על טביעת המעבורת",
        ["החקירה על טביעת המעבורת מול נמל סנט אוריאל החלה ביום שלישי.", "רב החובל אמר שהדלת הייתה פתוחה."],
    ),
    "hi": (
        "सेंट ओरियल बंदरगाह के पास नौका डूबी",
        [
            "चालीस यात्रियों वाली एक नौका सोमवार को सेंट ओरियल बंदरगाह के पास डूब गई।",
            "मछुआरों ने सभी यात्रियों को बचा लिया।",
            "तटरक्षक को किसने बुलाया?",
        ],
        "नौका डूबने की जाँच",
        ["सेंट ओरियल बंदरगाह के पास नौका डूबने की जाँच मंगलवार को शुरू हुई।", "कप्तान ने कहा कि दरवाज़ा खुला था।"],
    ),
    "ru": (
        "Паром затонул у порта Сант-Ориэль",
        [
            "Паром с сорока пассажирами затонул в понедельник у порта Сант-Ориэль.",
            "Рыбаки спасли всех пассажиров.",
            "Кто вызвал береговую охрану?",
        ],
        "Следствие о затонувшем пароме",
        [
            "Следствие о затонувшем пароме у порта Сант-Ориэль началось во вторник.",
            "А. С. Орлов сказал, что дверь была открыта.",
        ],
    ),
    "zh": (
        "渡轮在圣奥里尔港附近沉没",
        ["一艘载有四十名乘客的渡轮星期一在圣奥里尔港附近沉没。", "渔民救起了所有乘客。", "谁给海岸警卫队打了电话？"],
        "渡轮沉没事件展开调查",
        ["圣奥里尔港附近渡轮沉没事件的调查于星期二开始。", "船长说车门没有关上。"],
    ),
}
"""By ISO 639-1 code."""
