"""Openings of sentences that refer back to what came before: lists for `meadow.text.selfcontained`, per language.

The lists prefer precision: the first sentence of a report must not be among those they catch.
"""

from __future__ import annotations

from collections.abc import Mapping

# Words that, first in a sentence, point back: pronouns, and connectives that continue a thought.
OPENERS: Mapping[str, str] = {
    "en": """he she it they we i you his her their its our my this that these those such both neither either another others
        however but and or nor so yet also too meanwhile moreover furthermore therefore thus hence instead otherwise
        nevertheless nonetheless besides additionally still then there here similarly likewise consequently indeed not no
        asked some many others most several one two three""",
    "es": """él ella ello ellos ellas su sus esto esta este estos estas eso esa ese esos esas aquello aquella aquel aquellos
        aquellas éste ésta éstos éstas dicho dicha dichos dichas ambos ambas sin pero y e o además también tampoco asimismo
        entonces luego así por ello mientras tanto allí ahí otro otra otros otras según explicó añadió dijo agregó señaló
        no lo la los las le les""",
    "nl": """hij zij ze het hun zijn haar dit dat deze die zo wij we ik maar en of ook echter daarom daarnaast bovendien
        toch dus intussen ondertussen vervolgens daarna toen hier daar daarbij daardoor daarmee hierdoor hiermee beide beiden
        andere sommige volgens niet er""",
    "fr": """il elle ils elles ce cet cette ces cela ça ceci celui celle ceux celles son sa ses leur leurs nous je mais et
        ou donc car aussi ainsi cependant toutefois pourtant néanmoins puis ensuite alors également""",
    "de": """er sie es wir ich ihr ihre ihren ihrem ihrer sein seine seinen seinem seiner das dies diese dieser dieses diesem
        diesen beide aber doch jedoch denn und oder auch zudem außerdem dennoch trotzdem deshalb deswegen daher darum dabei
        damit dazu danach daraufhin dafür dagegen dann dort hier so zuvor allerdings stattdessen ebenso inzwischen
        unterdessen""",
}

# After these an opener does not point back: "This week", "One person", "La policía", "Das alte Schiff", "Il y a dix ans".
FREED: Mapping[str, str] = {
    "en": r"(?:this|that)\s+(?:week|month|year|morning|evening|summer|winter|spring|autumn)\b"
    r"|(?:one|two|three|some|many|most|several|no)\s+(?!of\b)\w+|(?:some|many|most|several)\s+of\s+the\s+(?:most|world|country|nation|\d)|no\.\s|there\s+(?:is|are|was|were|has|have)\b",
    "es": r"(?:est[ea]|l[ao]s?)\s+\w+|según\s+\w+|sin\s+\w+|por\s+\w+|no\s+\w+"
    r"|otr[oa]s?\s+(?!(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez)\b)\w+\s+\w+|[eyo]\.\s"
    r"|mientras\s+(?!tanto\b)\w+|luego\s+de\b",
    "nl": r"(?:deze|dit)\s+(?:week|maand|jaar|ochtend|avond)\b|het\s+\w+|volgens\s+\w+|zo['’]n\b|er\s+\w+|andere\s+\w+",
    "fr": r"ce\s+(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|matin|soir|mois|week-end)\b"
    r"|cette\s+(?:semaine|nuit|année)\b|cet\s+(?:après-midi|été|hiver|automne)\b|il\s+y\s+a\b|il\s+(?:pleut|neige)\b"
    r"|aussi\s+\w+\s+que\b|ainsi\s+que\b",
    "de": r"das\s+(?!(?:ist|war|sei|wäre|wird|wurde|hat|hatte|habe|heißt|bedeutet|gilt|zeigt|geht|ging|soll|kann|könnte"
    r"|sagte|teilte|berichtete|bestätigte|erklärte)\b)"
    r"|dies(?:e|er|es|en)\s+(?:woche|monats?|jahr|jahres|nacht|tage)\b|es\s+(?:gab|gibt|regnet|schneit)\b"
    r"|so\s+(?:viele?|wenige?)\b|damit\s+\w+.{0,80},",
}

# Openings of several words that point back, even where their first word is freed.
PHRASES: Mapping[str, str] = {
    "en": r"(?:previously|incidentally|as\s+such|in\s+response|in\s+return|in\s+turn|in\s+reply|later),"
    r"|later\s+(?:in\s+the|that)\s+(?:day|morning|afternoon|evening|night|week|month|year)\b"
    r"|when\s+asked\b|as\s+a\s+result\b|for\s+(?:example|instance)\b|in\s+(?:addition|contrast|fact)\b"
    r"|by\s+contrast\b|at\s+the\s+same\s+time\b|on\s+the\s+other\s+hand\b|that\s+said\b|after\s+that\b"
    r"|by\s+comparison\b|(?:if|when|once|until)\s+that\s+(?:is|was|turns?|happen\w*|fails?|does)\b"
    r"|the\s+(?:main|only|biggest)\s+(?:difference|reason)\b|as\s+(?:previously|earlier)\s+(?:reported|announced|noted)\b"
    r"|(?:a\s+(?:couple\s+of|few)|several|two|three|four|five|six|seven|ten|\d+)\s+(?:minutes|hours|days|weeks|months|years)\s+(?:later|afterwards?)\b"
    r"|(?:an?|one)\s+(?:minute|hour|day|week|month|year)\s+later\b|(?:hours|days|weeks|months|years|moments|minutes)\s+later\b"
    r"|other\s+[a-z]+\s+(?:[a-z]+\s+){0,2}(?:are|had|have|include|included|includes|said|say|was|were)\b"
    r"|in\s+other\s+(?:cases|respects|words|developments)\b|even\s+(?:better|worse),|every\s+bit\s+as\b|just\s+ask\b"
    r"|next\s?,|compare\s+(?:that|this|it)\b|case\s+in\s+point\b|in\s+the\s+(?:subsequent|ensuing|intervening)\s"
    r"|the\s+(?:following|next|same)\s+(?:day|morning|afternoon|evening|night|week|month|year)\b"
    r"|(?:following|after)\s+the\s+(?:announcement|incident|news|attack|shooting|ruling|verdict|vote|meeting|show|game|match|crash|blast),",
    "es": r"sin\s+embargo\b|no\s+obstante\b|es\s+más,|al\s+mismo\s+tiempo,"
    r"|en\s+cambio\b|en\s+tanto\b|a\s+su\s+vez\b|al\s+respecto\b|de\s+hecho\b"
    r"|es\s+decir\b|por\s+(?:eso|ello|ahora|tanto|lo\s+tanto|su\s+parte|otra\s+parte|otro\s+lado|el\s+contrario|último)\b"
    r"|para\s+(?:ello|eso)\b|ya\s+se\s+[a-zñáéíóú]+(?:ó|aron|ieron)\b|de\s+est[ae]\s+(?:modo|manera|forma)\b|mientras\s+tanto\b|entre\s+ell[oa]s\b"
    r"|el\s+(?:organismo|mandatario|funcionario)\b|la\s+(?:entidad|mandataria)\b|(?:antes|después|más\s+tarde|poco\s+(?:antes|después)|horas\s+(?:antes|después)),"
    r"|la\s+(?:principal|mayor|única)\s+(?:diferencia|razón)\b|después\s+(?!de\b|del\b|que\b)"
    # "La información la confirmó": the object that comes first and is taken up again was spoken of before.
    r"|(?:el|la|los|las)\s+[a-zñáéíóú]+\s+(?:lo|la|los|las)\s+[a-zñáéíóú]+(?:ó|aba|ía|aron|ieron)\b"
    r"|(?:un[ao]?s?|pocos|pocas|dos|tres|cuatro|cinco|seis|diez|\d+)\s+(?:minutos?|horas?|días?|semanas?|meses|años?)\s+(?:después|más\s+tarde)\b",
    "nl": r"onder\s+(?:hen|wie)\b|op\s+die\s+manier\b|in\s+dat\s+geval\b|om\s+die\s+reden\b|aan\s+de\s+andere\s+kant\b"
    r"|dan\s+(?:is|was|wordt|werd|zal|moet|kan|gaat|heeft|had|komt|kwam)\b|het\s+(?:gaat|ging|betreft)\s+(?:\w+\s+)?om\b|het\s+is\s+(?:nog\s+)?(?:on)?duidelijk\b",
    "fr": r"c['’](?:est|était)\b(?!\s+la\s+première)|en\s+(?:revanche|outre)\b|par\s+ailleurs\b|de\s+plus\b|au\s+contraire\b"
    r"|(?:selon|d['’]après)\s[^,]{2,50},\s+(?:ils?|elles?)\b|en\s+comparaison\b|(?:plus\s+tard|peu\s+après|auparavant),|(?:une?\s+|d['’])autres?\b"
    r"|d['’](?:autre\s+part|ailleurs)\b|dans\s+ce\s+cas\b|parmi\s+(?:eux|elles)\b|de\s+son\s+côté\b|(?:pour|à)\s+s(?:a\s+part|on\s+tour)\b",
    "de": r"unter\s+ihnen\b|im\s+gegenteil\b|darüber\s+hinaus\b|auf\s+diese\s+weise\b|in\s+diesem\s+fall\b"
    r"|aus\s+diesem\s+grund\b|zum\s+(?:einen|anderen)\b",
}

# "…," he said: whose words they are stands elsewhere.
REPORTED: Mapping[str, str] = {
    "en": r"(?:^|[,.!?\"”’'»—-]\s)(?:he|she|it|they)\s(?:said|added|told|says|adds|explained|wrote|noted|warned)\b"
    r"|[\"”’']\s?(?:said|added)\s(?:he|she)\b|\b(?:said|added)\s(?:he|she)[.,;]?$",
    "es": r"[,»”]\s(?:dijo|añadió|explicó|agregó|señaló|afirmó|indicó|concluyó)(?:\.|$)",
    "nl": r"\b(?:zei|zegt|aldus|vertelde|vertelt|voegde|noemde|noemt)\s(?:hij|zij|ze)\b",
    "fr": r"\b(?:a|ont)-(?:t-)?(?:il|elle|ils|elles)\s(?:dit|ajouté|déclaré|expliqué|affirmé|précisé|indiqué|souligné)\b"
    r"|\b(?:dit|explique|ajoute|précise|affirme|assure|raconte|estime)-(?:t-)?(?:il|elle)\b",
    "de": r"\b(?:sagte|sagt|erklärte|fügte|betonte|meinte|berichtete)\s(?:er|sie)\b",
}

# The words of which each of these has one.
REPORTED_WORDS: Mapping[str, str] = {
    "en": "he she it they",
    "es": "dijo añadió explicó agregó señaló afirmó indicó concluyó",
    "nl": "hij zij ze",
    "fr": "il elle ils elles",
    "de": "er sie",
}

JAPANESE = (
    r"(?:これ(?!まで|から)|それ|あれ|この(?!たび|ほど|\d|春|夏|秋|冬|週末)|その|あの|しかし|また、|さらに|一方(?!的|通行)|ただ(?!ちに|いま)"
    r"|だが|だから|同(?:氏|社|県|市|国|党|省|庁|署|日|地|委員会|容疑者|機構は)|彼(?!岸)|そこ(?!そこ)|こうした|そうした|そして|ところが"
    r"|したがって|つまり|なお、)"
)
# A Japanese quotation and a verb of saying without anyone who says it: 「…」と述べた。
JAPANESE_UNSAID = r"「[^「」]*」と(?:述べた|話した|語った|説明した|強調した|答えた|訴えた|指摘した|コメントした)。?"
