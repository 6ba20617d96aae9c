from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.datelines import dateline_length, is_boilerplate


@pytest.mark.parametrize(
    ("dateline", "rest"),
    [
        ("CAIRO, June 27 (AFP) - ", "Hardline groups met."),
        ("BRUSSELS, Belgium, June 28 (UPI) -- ", "The council met."),
        ("CARROWMERE (LPA) — ", "The ferry sank."),
        ("CARROWMERE (LPA)—", "The ferry sank."),
        ("WASHINGTON (AP) _ ", "Two senators met."),
        ("SANT ORIEL, March 3 (Harbour Wire) - ", "Oriel Lines said so."),
        ("PORT ANSELM, Jan. 5 (LPA) -- ", "Gen. Reyle resigned."),
        ("LONDON, Reuters - ", "Shares fell."),
        ("NEW YORK — ", "“We lost,” she said."),
        ("TOKYO, Oct 3 - ", "The yen rose."),
        ("OSLO — ", "40 people came."),
        ("ST. BRANNOCK (LPA) — ", "The mayor left."),
        ("KABUL, Afghanistan — ", "Two men came."),
        ("SANT ORIEL/CARROWMERE (Reuters) - ", "Talks ended."),
        ("(Reuters) - ", "Talks ended."),
        ("(CNN) ", "Sen. Carla Wren spoke."),
        ("WASHINGTON (CNN) ", "Sen. Carla Wren spoke."),
        ("PUERTO CLARO, 3 mar (Agencia Marenza).- ", "El puerto cerró."),
        ("Madrid, 3 mar (EFE).-", ""),
        ("Madrid, 3 mar (EFE).- ", "El puerto cerró."),
        ("PUERTO CLARO, 3 de marzo de 2004 (EFE).- ", "¿Quién fue?"),
        ("WATERVEEN (LPB) - ", "De haven is dicht."),
        ("AMSTERDAM (ANP) -", ""),
        ("BERLIN (dpa) - ", "Die Fähre sank."),
        ("МОСКВА, 3 мар (ТАСС) - ", "Паром затонул."),
        ("SANT ORIEL (Letria), 2 mar (Agencia Marenza).- ", "Al menos nueve personas murieron."),
        ("Puerto Claro (Marenza), 12 abr (EFE).- ", "El puerto cerró."),
        ("Redacción Internacional, 3 mar (EFE).- ", "El puerto cerró."),
        ("MADRID, 3 (EUROPA PRESS) ", "El puerto cerró."),
        ("MADRID, 3 Mar. (EUROPA PRESS) - ", "El puerto cerró."),
        ("Caracas, 3 de marzo de 2026.- ", "El puerto cerró."),
        ("PUERTO CLARO.- ", "El puerto cerró."),
        ("PUERTO CLARO / EFE.- ", "El puerto cerró."),
        ("LA PAZ (EFE).- ", "El puerto cerró."),
        ("EFE.- ", "El puerto cerró."),
        ("(EFE).- ", "El puerto cerró."),
        ("Puerto Claro, 3 mar (EFE).", ""),
        ("PUERTO CLARO (EFE).", ""),
        ("AMSTERDAM - ", "De haven is dicht."),
        ("AMSTERDAM (ANP/RTR) - ", "De haven is dicht."),
        ("BRUSSEL (BELGA) - ", "De haven is dicht."),
        ("(Belga) ", "De haven is dicht."),
        ("'S-GRAVENHAGE (ANP) - ", "De haven is dicht."),
        ("OOSTERHAVEN, 3 mrt. (LPB) – ", "Het peil daalt."),
        ("WATERVEEN (Lowmarks Persbureau) - ", "Het peil daalt."),
        ("PARIS, 3 mars 2026 (AFP) - ", "Le port est fermé."),
        ("BERLIN, 3. März (Reuters) - ", "Der Hafen ist zu."),
    ],
)
def test_datelines(dateline: str, rest: str) -> None:
    assert dateline_length(dateline + rest) == len(dateline)


@pytest.mark.parametrize(
    "text",
    [
        "NATO — the alliance — said so.",
        "NATO — The alliance said so.",
        "A man — 34 — died.",
        "In Paris, June 3 was hot.",
        "IBM (NYSE: IBM) - shares fell.",
        "IBM — Shares fell.",
        "Microsoft (MSFT) - Shares fell.",
        "The ferry — Oriel's oldest — sank.",
        "Ana Ruel (left) - The mayor of Carrowmere.",
        "Mayor Ines Varga (Labour) - The reformer.",
        "Oriel Lines — The company said so.",
        "He said (AP) - The mayor left.",
        "Pell (Reuters) said so.",
        "COVID-19 — The count rose.",
        "MONDAY, June 3 - The council meets.",
        "BREAKING NEWS — A ferry sank.",
        "THE BIG IDEA — Ferries without crews.",
        "WHO IS READING THIS — Nobody.",
        "John Smith, June 3 - The captain.",
        "Puerto Claro.- El alcalde habló.",
        "Ana Ruel.- El puerto cerró.",
        "El puerto, 3 de marzo.- No abrió.",
        "Sr. Bru (PP).- No lo sé.",
        "DE WERELD DRAAIT DOOR - Het programma stopt.",
        "VVD - De partij verloor.",
        "Verhoef (54) - De dijkgraaf.",
        "CARROWMERE",
        "",
        "—",
    ],
)
def test_text_that_only_looks_like_one(text: str) -> None:
    assert dateline_length(text) == 0


@pytest.mark.parametrize(
    ("text", "length", "language"),
    [
        ("【東京＝青葉記者】港が閉鎖された。", 9, "ja"),
        ("（東京＝青葉）港が閉鎖された。", 7, "ja"),
        ("【ナイロビ共同】港が閉鎖された。", 8, "ja"),
        ("[東京 3日 ロイター] - 港が閉鎖された。", 15, "ja"),
        ("【潮見市＝鳴崎通信】港が閉鎖された。", 10, "ja"),
        ("【潮見10日鳴崎通信】港が閉鎖された。", 11, "ja"),
        ("（潮見10日＝鳴崎通信）港が閉鎖された。", 12, "ja"),
        ("（共同）港が閉鎖された。", 4, "ja"),
        ("〔潮見・鳴崎通信〕港が閉鎖された。", 9, "ja"),
        ("【ロンドン時事】港が閉鎖された。", 8, "ja"),
        ("【速報】港が閉鎖された。", 0, "ja"),
        ("（港は通信が途絶えた）市は調べている。", 0, "ja"),
        ("「共同」の名で港を閉じた。", 0, "ja"),
        ("（試合は二つ＝うち3試合）港。", 0, "ja"),
        ("新华社北京3月3日电 渡轮沉没。", 11, "zh"),
        ("渡轮在港口沉没。", 0, "zh"),
    ],
)
def test_east_asian_datelines(text: str, length: int, language: str) -> None:
    assert dateline_length(text, language) == length


@given(st.text(max_size=200), st.sampled_from(["en", "es", "ja"]))
def test_a_dateline_is_a_part_of_its_text(text: str, language: str) -> None:
    assert 0 <= dateline_length(text, language) <= len(text)


@pytest.mark.parametrize(
    "text",
    ["A " * 100_000, "A, " * 100_000, "AB" * 100_000, "(" * 100_000, "CAIRO, " + "B " * 100_000],
    ids=["words", "commas", "capitals", "brackets", "regions"],
)
def test_a_long_text_does_not_hang(text: str) -> None:
    assert dateline_length(text) == 0
    assert not is_boilerplate(text)


@pytest.mark.parametrize(
    "text",
    [
        "By Jane Doe",
        "BY JANE DOE",
        "By Jane Doe and Ana Ruel, Harbour Wire",
        "By Jane Doe | Staff Writer",
        "Reporting by Ana Ruel; Editing by Bram Oster",
        "(Additional reporting by Ana Ruel)",
        "(Additional reporting by Ana Ruel in Sant Oriel and Lys Arden; Editing by Bram Oster)",
        "Ana Ruel and Lys Arden contributed to this report.",
        "Read more: Ferry sinks off Carrowmere",
        "Read more",
        "Related: Ferry sinks",
        "All rights reserved",
        "Copyright 2014 Harbour Wire.",
        "Copyright © 2019 Harbour Wire. All rights reserved.",
        "Sign up for our newsletter",
        "Subscribe to our daily newsletter today!",
        "Photo: Ana Ruel",
        "(Photo by Ana Ruel/Harbour Wire)",
        "Advertisement",
        "Follow us on Twitter",
        "Story continues below advertisement",
    ],
)
def test_boilerplate(text: str) -> None:
    assert is_boilerplate(text)
    assert is_boilerplate(f"  {text}\n")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Lea también: El puerto cierra", "es"),
        ("Todos los derechos reservados.", "es"),
        ("Por Ana Ruel", "es"),
        ("Lees ook: De haven is dicht", "nl"),
        ("Door Jan Bos", "nl"),
        ("Alle Rechte vorbehalten.", "de"),
        ("関連記事", "ja"),
        ("無断転載を禁じます。", "ja"),
        ("All rights reserved.", "ja"),
    ],
)
def test_boilerplate_of_other_languages(text: str, language: str) -> None:
    assert is_boilerplate(text, language)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "By Friday Night",
        "By Monday the ferry had sunk.",
        "By Tuesday",
        "By then Ana Ruel had left.",
        "Reporting by the council showed that fish had died.",
        "Editing by hand took weeks.",
        "Copyright law will change next year.",
        "Privacy policy changes were announced.",
        "Read more books, the minister told pupils.",
        "The photo shows a ferry.",
        "Share prices fell on Monday.",
        "Share this burden, the minister told Europe.",
        "Follow the money, she said.",
        "Sign up fees will rise.",
        "Related companies paid no tax.",
        "Comments were harsh.",
        "Loading the ferry took an hour.",
        "The ferry sank at noon.",
    ],
)
def test_news_is_no_boilerplate(text: str) -> None:
    assert not is_boilerplate(text)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("(Con información de Agencia Marenza)", "es"),
        ("EFE", "es"),
        ("Sigue leyendo: el puerto cierra", "es"),
        ("(ANP)", "nl"),
        ("Van onze verslaggever", "nl"),
        ("（鳴崎通信の配信記事に加筆しました）", "ja"),
        ("（共同）", "ja"),
        ("【文・写真　青葉由紀】", "ja"),
        ("(dpa)", "de"),
    ],
)
def test_agency_marks_and_credits_of_other_languages(text: str, language: str) -> None:
    assert is_boilerplate(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Con información de la policía, el juez ordenó su captura.", "es"),
        ("Met medewerking van de politie werd de straat afgezet.", "nl"),
        ("Delen van de stad staan blank.", "nl"),
        ("写真は港の閉鎖を伝えている。", "ja"),
        ("（共同の調査は三日続いた）", "ja"),
        ("Avec Marie, il part.", "fr"),
    ],
)
def test_news_in_other_languages_stays(text: str, language: str) -> None:
    assert not is_boilerplate(text, language)
