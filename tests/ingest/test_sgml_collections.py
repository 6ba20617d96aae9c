"""One small document of our own in the form of each collection of newswire: what is read of it, and what is left out."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from ingest.support import document_of


class Read(NamedTuple):
    """What is read of a document."""

    title: str | None
    published: str | None
    source: str | None
    paragraphs: tuple[str, ...]


def read(text: str) -> Read:
    document = document_of(text)
    return Read(document.title, document.published_text, document.source, tuple(document.text.split("\n\n")))


AP_1988 = """<DOC>
<DOCNO> AP880217-0100 </DOCNO>
<FILEID>AP-NR-02-17-88 1313EST</FILEID>
<1ST_LINE>r i AM-Skerra-Ferry     02-17 0350</1ST_LINE>
<2ND_LINE>AM-Skerra-Ferry,0361</2ND_LINE>
<HEAD>Ferry Sinks Off Skerra; Nine Sailors Dead</HEAD>
<HEAD>Eds: SUBS 3rd graf to correct spelling.</HEAD>
<BYLINE>By ANN LUND</BYLINE>
<BYLINE>Associated Press Writer</BYLINE>
<DATELINE>SKERRA, Letria (AP) </DATELINE>
<NOTE>EDITOR'S NOTE: The name of the captain is withheld.</NOTE>
<TEXT>
   A ferry sank in a storm off Skerra on
Wednesday, and nine sailors drowned, police said.
   ``We heard nothing,'' said Jonas Rubin.
</TEXT>
</DOC>
"""
WSJ_1990 = """<DOC>
<DOCNO> WSJ900303-0001 </DOCNO>
<DOCID> 900303-0001. </DOCID>
<HL>   International:
@  Skerra Lines to Sell
@  Its Fleet of Ferries
@  ----
@  By Ann Lund
@  Staff Reporter of The Wall Street Journal </HL>
<DATE> 03/03/90 </DATE>
<SO> WALL STREET JOURNAL (J), PAGE A4 </SO>
<CO> SKL </CO>
<DATELINE> VELLIN, Letria  </DATELINE>
<LP>
   Skerra Lines said it will sell its ferries.
</LP>
<TEXT>
   The company didn't name a price.

   Analysts expect a loss.
</TEXT>
</DOC>
"""
WSJ_1989 = """<DOC>
<DOCNO> WSJ891102-0161 </DOCNO>
<DD> = 891102 </DD>
<AN> 891102-0161. </AN>
<HL> Who's News: Lund Leaves Skerra Lines </HL>
<SO> </SO>
<TEXT>
   SKERRA LINES Inc. -- Ann Lund left the company.
</TEXT>
</DOC>
"""
LA_TIMES = """<DOC>
<DOCNO> LA030389-0014 </DOCNO>
<DOCID> 14271 </DOCID>
<DATE>
<P>
Correction Appended
</P>
</DATE>
<SECTION><P>Part 1; Page 3; Column 1; Metro Desk</P></SECTION>
<HEADLINE>
<P>
BRIDGE OF VELLIN CLOSED
</P>
</HEADLINE>
<BYLINE><P>By ANN LUND, Times Staff Writer</P></BYLINE>
<DATELINE><P>VELLIN</P></DATELINE>
<TEXT>
<P>
The bridge of Vellin was closed on Friday after
engineers found cracks.
</P>
<TABLE CWL="20:19">
<TABLEROW>
<TABLECELL>Bridge
</TABLECELL>
<TABLECELL>Cracks
</TABLECELL>
</TABLEROW>
</TABLE>
<P>
It will open in June.
</P>
</TEXT>
<GRAPHIC>
<P>
Photo, The bridge of Vellin.
</P>
</GRAPHIC>
<CORRECTION-DATE>
<P>
March 5, 1989, Sunday, Home Edition
</P>
</CORRECTION-DATE>
<CORRECTION>
<P>
FOR THE RECORD: The bridge was built in 1921.
</P>
</CORRECTION>
</DOC>
"""
FINANCIAL_TIMES = """<DOC>
<DOCNO>FT922-5992</DOCNO>
<PROFILE>_AN-CE1BRAAAFT</PROFILE>
<DATE>920527
</DATE>
<HEADLINE>
FT  27 MAY 92 / World News In Brief: Ferry sinks
</HEADLINE>
<BYLINE>
By JONAS RUBIN
</BYLINE>
<TEXT>
A ferry sank off Skerra and nine
sailors drowned.
</TEXT>
<PUB>The Financial Times
</PUB>
<PAGE>
International Page 1
</PAGE>
</DOC>
"""
MERCURY_NEWS = """<DOC>
<DOCNO> SJMN91-06003027 </DOCNO>
<ACCESS> 06003027 </ACCESS>
<CAPTION>  Photo; PHOTO: The ferry before it sank  </CAPTION>
<DESCRIPT>  SHIP; ACCIDENT; DEATH  </DESCRIPT>
<LEADPARA>   A ferry sank off Skerra on Wednesday, police said.;
</LEADPARA>
<SECTION>  Front  </SECTION>
<HEADLINE>  FERRY SINKS OFF SKERRA  </HEADLINE>
<MEMO>  See also related story on page 2A.  </MEMO>
<TEXT>     Nine sailors drowned, police said.;   The captain survived.
</TEXT>
<BYLINE>  ANN LUND, Mercury News Staff Writer  </BYLINE>
<PUBDATE> 910103 </PUBDATE>
</DOC>
"""
FBIS = """<DOC>
<DOCNO> FBIS3-1021 </DOCNO>
<HT>    "drafr053_e_94001" </HT>
<HEADER>
<AU>   FBIS-AFR-94-053 </AU>
Document Type:Daily Report
<DATE1>  17 Mar 1994 </DATE1>
</HEADER>
<F P=100> WEST LETRIA </F>
<H3> <TI>   Government Accepts Two Demands of Ferry Unions </TI></H3>
<F P=102>  AB1703210094 Skerra Radio in French 0615 GMT 17 Mar 94 </F>
<TEXT>
Language: <F P=105> French </F>
Article Type:BFN

<F P=106> [Report by Ann Lund: "Ferries Will Sail"] </F>
  [Text] The government of Letria accepted two demands of
the ferry unions. [passage omitted]
  The ferries will sail on 18 March.
</TEXT>
</DOC>
"""
AQUAINT = """<DOC>
<DOCNO> NYT19980601.0001 </DOCNO>
<DOCTYPE> NEWS STORY </DOCTYPE>
<TXTTYPE> NEWSWIRE </TXTTYPE>
<DATE_TIME> 1998-06-01 00:02 </DATE_TIME>
<HEADER>
A7753 &Cx1f; taf-z
u a &Cx13;  &Cx11;  BC-FERRY-SKERRA-NYT &LR;      06-01 0290
</HEADER>
<BODY>
<SLUG> BC-FERRY-SKERRA-NYT </SLUG>
<HEADLINE>
FERRY SINKS OFF SKERRA,
NINE DEAD
</HEADLINE>
   (sw)
 By ANN LUND
 c.1998 N.Y. Times News Service
<TEXT>
<P>
   SKERRA, Letria _ A ferry of Skerra Lines &AMP; Sons sank off
Skerra on Monday.
</P>
<ANNOTATION>
   (STORY CAN END HERE. OPTIONAL MATERIAL FOLLOWS)
</ANNOTATION>
<SUBHEAD> THE CAPTAIN </SUBHEAD>
<P>
   The captain survived&hyph;so did the cook.
</P>
</TEXT>
</BODY>
<TRAILER>
NYT-06-01-98 0002EDT &QL;
</TRAILER>
</DOC>
"""
GIGAWORD = """<DOC id="AFP_ENG_20050312.0019" type="story" >
<HEADLINE>
Ferry sinks off Skerra
</HEADLINE>
<DATELINE>
SKERRA, March 12 (AFP)
</DATELINE>
<TEXT>
<P>
A ferry sank off Skerra on Saturday,
police said.
</P>
<P>
Nine sailors drowned.
</P>
</TEXT>
</DOC>
"""


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        pytest.param(
            AP_1988,
            Read(
                "Ferry Sinks Off Skerra; Nine Sailors Dead",
                "1988-02-17",
                "AP",
                (
                    "A ferry sank in a storm off Skerra on Wednesday, and nine sailors drowned, police said.",
                    "``We heard nothing,'' said Jonas Rubin.",
                ),
            ),
            id="AP 1988",
        ),
        pytest.param(
            WSJ_1990,
            Read(
                "International: Skerra Lines to Sell Its Fleet of Ferries",
                "1990-03-03",
                "WSJ",
                (
                    "Skerra Lines said it will sell its ferries.",
                    "The company didn't name a price.",
                    "Analysts expect a loss.",
                ),
            ),
            id="WSJ 1990",
        ),
        pytest.param(
            WSJ_1989,
            Read(
                "Who's News: Lund Leaves Skerra Lines",
                "1989-11-02",
                "WSJ",
                ("SKERRA LINES Inc. -- Ann Lund left the company.",),
            ),
            id="WSJ 1989",
        ),
        pytest.param(
            LA_TIMES,
            Read(
                "BRIDGE OF VELLIN CLOSED",
                "1989-03-03",
                "LA",
                ("The bridge of Vellin was closed on Friday after engineers found cracks.", "It will open in June."),
            ),
            id="LA Times",
        ),
        pytest.param(
            FINANCIAL_TIMES,
            Read(
                "World News In Brief: Ferry sinks",
                "1992-05-27",
                "FT",
                ("A ferry sank off Skerra and nine sailors drowned.",),
            ),
            id="Financial Times",
        ),
        pytest.param(
            MERCURY_NEWS,
            Read(
                "FERRY SINKS OFF SKERRA",
                "1991-01-03",
                "SJMN",
                (
                    "A ferry sank off Skerra on Wednesday, police said.",
                    "Nine sailors drowned, police said.",
                    "The captain survived.",
                ),
            ),
            id="San José Mercury News",
        ),
        pytest.param(
            FBIS,
            Read(
                "Government Accepts Two Demands of Ferry Unions",
                "1994-03-17",
                "FBIS",
                (
                    '[Report by Ann Lund: "Ferries Will Sail"]',
                    "[Text] The government of Letria accepted two demands of the ferry unions. [passage omitted]",
                    "The ferries will sail on 18 March.",
                ),
            ),
            id="FBIS",
        ),
        pytest.param(
            AQUAINT,
            Read(
                "FERRY SINKS OFF SKERRA, NINE DEAD",
                "1998-06-01T00:02:00+00:00",
                "NYT",
                (
                    "SKERRA, Letria _ A ferry of Skerra Lines & Sons sank off Skerra on Monday.",
                    "THE CAPTAIN",
                    "The captain survived-so did the cook.",
                ),
            ),
            id="AQUAINT",
        ),
        pytest.param(
            GIGAWORD,
            Read(
                "Ferry sinks off Skerra",
                "2005-03-12",
                "AFP",
                ("A ferry sank off Skerra on Saturday, police said.", "Nine sailors drowned."),
            ),
            id="Gigaword",
        ),
    ],
)
def test_a_document_of_each_collection(text: str, wanted: Read) -> None:
    assert read(text) == wanted


def of_text(inside: str) -> tuple[str, ...]:
    return read(f"<DOC><DOCNO>A</DOCNO><TEXT>\n{inside}\n</TEXT></DOC>").paragraphs


@pytest.mark.parametrize("name", ["ANNOTATION", "BYLINE", "CAPTION", "DATELINE", "NOTE", "TABLE"])
def test_what_is_inside_a_text_on_lines_of_its_own_is_none_of_it(name: str) -> None:
    assert of_text(f"<P>One.</P>\n<{name}>\nAside.\n</{name}>\n<P>Two.</P>") == ("One.", "Two.")


def test_an_aside_that_is_never_closed_takes_nothing_away() -> None:
    assert of_text("<P>One.</P>\n<NOTE>\nTwo.") == ("One.", "Two.")
    assert of_text("<P>One.</P>\n<NOTE>\n<P>Two.</P>\n<NOTE>\nAside.\n</NOTE>\n<P>Three.</P>") == (
        "One.",
        "Two.",
        "Three.",
    )


def test_an_aside_inside_a_sentence_is_a_part_of_it() -> None:
    assert of_text("<P>One <NOTE>or two</NOTE> said.</P>") == ("One or two said.",)


def test_titles_keep_what_only_looks_like_a_mark() -> None:
    def titled(title: str) -> str | None:
        return read(f"<DOC><DOCNO>A</DOCNO><HEADLINE>{title}</HEADLINE><TEXT>One.</TEXT></DOC>").title

    assert titled("Lund @ Skerra") == "Lund @ Skerra"
    assert titled("Skerra -- Port of Ferries") == "Skerra -- Port of Ferries"
    assert titled("FT index rises / Ferries sink") == "FT index rises / Ferries sink"
    assert titled(" ---- ") == "----"


def test_only_the_head_of_a_text_shows_its_language_and_kind() -> None:
    told = "The form asks: Language: French Article Type:BFN and more."
    assert of_text(told) == (told,)
    assert of_text("Language: The Musical opened.") == ("Language: The Musical opened.",)
