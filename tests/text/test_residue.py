"""Notices of wires and sites are no news, sentences that look like them are, and leads lose only what stands before them."""

from __future__ import annotations

import pytest

from meadow.rewrite.trim import trim
from meadow.text.selfcontained import check_sentence

NEWS = [
    "Editors at the paper resigned on Monday.",
    "The Associated Press reported on Monday that the bridge had closed.",
    "BP - the oil firm - said on Monday that profit had doubled.",
    "NATO: the alliance of 19 countries met in Skerra on Monday.",
    "Story time at the library of Skerra was cancelled on Monday.",
    "Photo shops in Skerra closed on Monday.",
    "London: The Biography sold 90,000 copies in its first week.",
    "AFP officers arrested two men in Lorvane on Monday.",
    "Reuters shares rose 3 percent in London on Monday.",
    "Watch makers in Vellin cut 300 jobs on Monday.",
    "Sign language will be taught in all schools of Skerra.",
    "Clients of the bank lost 30 million dollars in the fraud.",
    "With BC Ferries on strike, Skerra was cut off on Monday.",
    "By Monday, Lorvane had counted 90 dead.",
    "By MONDAY, the river had reached the school, Lund said.",
    "Adds to the list of closed ports rose to nine on Monday, the ministry said.",
    "Recast as a comedy, the play opened in Skerra on Monday.",
    "Correction facilities in Letria held 9,000 people in March.",
    "Attention from the press drove the family out of Skerra.",
    "Questions or doubts about the vote must be settled by the court, the judge said.",
    "Keywords in the search engine led police to the suspect.",
    "Language was no barrier, the sailors of both ships said.",
    "Writers from nine countries met in Skerra on Monday.",
    "A graphic video was shown to the jury in Vellin on Monday.",
    "The following day the ferry sank with 90 people on board.",
    "Follow-up talks between Skerra and Lorvane will begin on Monday.",
    "Read more than 90 years later, the letter moved the court in Vellin.",
    "Related crimes rose by 9 percent in Vellin, police said.",
    "Advertising for tobacco was banned in Letria on Monday.",
    "Cookies were sold by scouts at the harbour of Skerra on Monday.",
    "Copyright 2 of the song was sold for 3 million dollars in Vellin.",
    "Share of the vote for the party of Jonas Rubin fell to 9 percent.",
    "Scroll fragments from the cave were shown in Skerra on Monday.",
    "Media in Letria reported that the ferry had sunk.",
    "Contact with the ferry was lost at 9 p.m. on Monday.",
    "Download speeds in Letria doubled in March.",
    "You may also be fined 90 dollars under the law that Letria passed on Monday.",
    "[Lund] told the court that the ferry was full.",
    "The state of emergency was lifted at 1423 GMT on Monday.",
    "Knight Ridder Newspapers said on Monday that it would cut 90 jobs.",
    "Heavy rain contributed to the sinking of the ferry, the report said.",
    "The mayor can be reached by none of the towns that the flood cut off, police said.",
    "The letter _ seen by The Associated Press _ said the talks would begin on Monday.",
    "R&D; patents and licences earned the firm 90 million dollars.",
    "Ann Lund, Skerra — The mayor said on Monday that the bridge was closed.",
    "TRUMP: The harbour will never close.",
    "C. 1998 models of the ferry are in use in nine ports.",
    "Begin and Sadat met in Camp David in 1978.",
    "Optional courses will be cut at the schools of Vellin, the ministry said.",
    "On the net profit of the ferry firm nobody would speak on Monday.",
    "Advance sales for the match in Skerra were halted on Monday.",
    "Distributed by the Red Cross, the tents reached Vellin on Monday.",
    "Material from the wreck was used in the trial of the captain.",
    "[The mayor of Skerra later apologised to the sailors.]",
    "A correction was made to the budget of Letria on Monday.",
]
LEADS = [
    ("PHNOM PENH, Cambodia (AP) _ ", "The government said on Friday that the bridge of Vellin was closed.", "en"),
    ("By ANN LUND Associated Press Writers LORVANE (AP) _ ", "Two ferries collided off Skerra on Monday.", "en"),
    ("By JONAS RUBIN AP Sports Writer VELLIN, Letria (AP) -- ", "Skerra beat Lorvane 3-1 on Sunday.", "en"),
    ("c.1998 N.Y. Times News Service JERUSALEM _ ", "Talks between the two sides began on Sunday.", "en"),
    ("By Ann Lund, Staff Writer BOSTON — ", "Ferries stopped running on Monday night.", "en"),
    ("&UR; WASHINGTON &LR; _ ", "The government said on Monday that the bridge of Vellin was closed.", "en"),
    ("&QL; ", "The mayor of Vellin resigned on Monday.", "en"),
    ("LOS ANGELES -- (Reuters) ", "The government said on Monday that the bridge was closed.", "en"),
    ("ANKARA, Turkey (AP) _ (AP) ", "The government said on Monday that the bridge was closed.", "en"),
    ("(CNN)", "The government said on Monday that the bridge of Vellin was closed.", "en"),
    ("Hong Kong (CNN) — ", "The government said on Monday that the bridge was closed.", "en"),
    ("[Text] Mexico City, 5 Apr (NOTIMEX)--", "The government said on Monday that the bridge was closed.", "en"),
    ("[Text] ", "The president of Letria opened the port of Vellin on 3 March.", "en"),
    ("NEW YORK -(Dow Jones)- ", "The ferry firm said on Monday that profit had doubled.", "en"),
    ("TOKYO, Oct. 3 Kyodo - ", "The government said on Monday that the bridge was closed.", "en"),
    ("ATTENTION - ADDS quotes /// ", "The government said on Monday that the bridge was closed.", "en"),
    ("Kabul, Afghanistan — ", "The government said on Monday that the bridge was closed.", "en"),
    ("MOSCOW • ", "The government said on Monday that the bridge was closed.", "en"),
    ("AFP - ", "The government said on Monday that the bridge of Vellin was closed.", "en"),
    ("WASHINGTON -- Oct. 3: ", "The government said on Monday that the bridge was closed.", "en"),
    ("1998-10-03 (AP) ", "The government said on Monday that the bridge was closed.", "en"),
    ("NEW DELHI: ", "The government said on Monday that the bridge was closed.", "en"),
    ("SAN FRANCISCO / ", "The mayor said on Monday that the bridge was closed.", "en"),
    ("(Adds details) LONDON, March 3 (Reuters) - ", "The ferry firm said on Monday that profit had doubled.", "en"),
    ("(03-03) 12:34 PST SAN FRANCISCO -- ", "The mayor closed the harbour on Monday.", "en"),
    ("nn ", "The ferry firm said on Monday that profit had doubled.", "en"),
    ("JERUSALEM, Oct 19 (AFP) - ", "The government said on Monday that the bridge was closed.", "en"),
    ("NAIROBI (Xinhua) -- ", "Floods cut the road to Vellin on Monday.", "en"),
    ("Islamabad, Oct 3 (IRNA) -- ", "The government said on Monday that the bridge was closed.", "en"),
    ("SEOUL, March 3 (Yonhap) -- ", "The ferry firm apologised on Monday.", "en"),
    ("PORT-AU-PRINCE, Haiti -- ", "The government said on Monday that the bridge was closed.", "en"),
    ("SKERRA, Letria, March 3 /PRNewswire/ -- ", "The ferry firm named Ann Lund as its chief on Monday.", "en"),
    ("MADRID, 3 Mar. (EUROPA PRESS) - ", "El Gobierno cerró este lunes el puente de Vellin.", "es"),
    ("Ciudad de México, 3 mar (EFE).- ", "El Gobierno cerró el lunes el puente de Vellin.", "es"),
    ("Redacción Internacional, 3 mar (EFE).- ", "La flota de Letria zarpó el lunes.", "es"),
    ("DEN HAAG (ANP) - ", "De regering sloot maandag de brug van Vellin.", "nl"),
    ("BRUSSEL (BELGA) = ", "De minister opende maandag de haven van Skerra.", "nl"),
    ("_", "At least 12 people were killed in Lorvane.", "en"),
    ("__ ", "Peru: President Lund said the talks would go on.", "en"),
    ("_", "Rubin, a ferry captain, was arrested on Monday.", "en"),
]


@pytest.mark.parametrize("text", NEWS)
def test_news_that_looks_like_a_notice_is_printed_as_it_stands(text: str) -> None:
    standing = check_sentence(text)
    assert not standing.junk
    assert not standing.fused
    assert trim(text, dates=False).text == text


@pytest.mark.parametrize(("before", "lead", "language"), LEADS)
def test_a_lead_loses_what_stands_before_it_and_nothing_else(before: str, lead: str, language: str) -> None:
    written = trim(before + lead, language, dates=False)
    assert written.text == lead
    assert [(cut.kind, cut.end) for cut in written.cuts][-1:] in ([("dateline", len(before))], [("code", len(before))])
    standing = check_sentence(before + lead, language)
    assert not standing.junk
    assert not standing.fused
