"""Every control of every page, and the test that uses it: `test_controls_browser` finds one that no test uses."""

from __future__ import annotations

from collections.abc import Mapping

# What can be operated, as one line each: its place, what it is, and where it leads or what it sends. Ids are left out.
LIST_CONTROLS = r"""() => {
  const kinds = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"], [contenteditable]';
  const place = (e) => e.closest('dialog') ? 'keys' : e.closest('.bar') ? 'bar' : e.closest('.foot') ? 'foot' : 'main';
  const shape = (path) => { const [, first, rest] = path.split('/'); return `/${first || ''}${rest ? '/…' : ''}`; };
  const target = (href) => {
    const url = new URL(href, location);
    if (url.origin !== location.origin) return 'elsewhere';
    if (url.hash && url.pathname === location.pathname && url.search === location.search) return 'this page';
    const asked = [...url.searchParams.keys()].filter((name) => !new URLSearchParams(location.search).has(name));
    return [shape(url.pathname), ...new Set(asked)].join(' ') + (url.hash ? ' #' : '');
  };
  // What a form of a study sends: the last word of its address, and the kind of slot that its button fills.
  const sent = (e, path) => {
    const last = path.split('/').pop();
    const kind = e.name === 'set' ? JSON.parse(e.value)[0].split('/')[1] : e.name;
    const verb = /^\/[jr]\/.*(undo|redo|release)$/.test(path) ? last : '';
    return [shape(path), verb, kind].filter(Boolean).join(' ');
  };
  const field = (name) => name.replace(/^text:[^/]+\/(.+?)(\/\d+)?$/, 'text $1');
  const button = (e) => {
    if (e.closest('.cited')) return 'citation';
    if (e.closest('.note')) return 'close citation';
    if (e.closest('.titles')) return 'article';
    if (e.closest('#report-lines') && !e.form && /^Outlet/.test(e.textContent)) return 'where a sentence is from';
    return e.form && e.form.getAttribute('action') ? sent(e, e.form.getAttribute('action'))
      : e.id || e.textContent.trim().split(/\s+/)[0];
  };
  const told = (e) => {
    const tag = e.tagName.toLowerCase();
    if (tag === 'a') return `link ${target(e.href)}`;
    if (tag === 'button') return `button ${button(e)}`;
    if (tag === 'summary') return `fold ${e.closest('details').className.split(' ')[0] || 'details'}`;
    if (['input', 'select', 'textarea'].includes(tag)) return `field ${field(e.name || e.id)}`;
    return 'scroll';
  };
  return [...new Set([...document.querySelectorAll(kinds)].map((e) => `${place(e)} ${told(e)}`))].sort();
}"""

_BAR, _LIST = "test_the_bar_leads_to_every_page_by_pointer_and_by_keys", "test_the_list_is_filtered_paged_and_marked"
_STORY, _ARTICLES = (
    "test_a_story_is_shown_in_other_ways",
    "test_articles_say_why_they_are_here_and_what_is_folded_unfolds",
)
_DOCUMENT, _SEARCH = "test_a_document_leads_to_its_story_and_its_revisions", "test_a_search_is_narrowed_and_followed"
_CHECK = "test_a_text_is_checked_and_a_source_opened"
_ASK, _SOURCES = "test_a_question_is_asked_of_all_and_of_one_story", "test_sources_are_followed_read_again_and_removed"
_LAB, _THEME = "test_runs_lead_to_tables_and_to_what_was_written", "test_a_chosen_theme_goes_before_the_systems"
_CORRECT = "test_stories_are_renamed_split_merged_and_all_of_it_undone"
_SCROLL = "test_what_scrolls_can_be_reached_by_keys"

EVERYWHERE: Mapping[str, str] = {
    "main link this page": _BAR,
    "bar link /": _BAR,
    "bar link /search": _BAR,
    "bar link /ask": _BAR,
    "bar link /check": _BAR,
    "bar link /r": _BAR,
    "bar link /j/…": _BAR,
    "bar link /x": _BAR,
    "bar link /f": _BAR,
    "bar field q": _BAR,
    "bar button keys-open": _BAR,
    "keys button Close": _BAR,
    "keys field keys-on": "test_keys_never_act_in_fields_and_can_be_switched_off",
    "foot button /theme theme": _THEME,
}

OF_PAGE: Mapping[str, Mapping[str, str]] = {
    "list": {
        **{f"main field {name}": _LIST for name in ("since", "until", "source", "language", "min_sources", "unread")},
        "main fold details": _LIST, "main button /": _LIST, "main link /": _LIST, "main link / after": _LIST,
        "main link /s/…": _LIST, "main button /mark/…": _LIST, "main link /f": _LIST,
    },
    "story": {
        **{f"main field {name}": _STORY for name in ("amount", "unit", "method", "beside", "at")},
        "main button /s/…": _STORY, "main fold menu": _STORY, "main link /export/…": _STORY, "main button Copy": _STORY,
        "main link /s/… words": _STORY, "main link /s/… why #": _STORY, "main link /s/…": _STORY,
        "main button citation": "test_a_number_shows_its_sentence_next_to_the_summary", "main button close citation": _STORY,
        "main button /mark/…": _STORY, "main link elsewhere": _ARTICLES,
        "main button /r/…": "test_a_reader_orders_a_report_of_their_own_with_keys",
        "main button Only": _ARTICLES, "main link /s/… placed #": _ARTICLES, "main link /s/… #": _ARTICLES,
        "main fold why-here": _ARTICLES, "main fold evidence": _ARTICLES, "main fold details": _ARTICLES,
        "main fold fold": _ARTICLES, "main link /d/…": _ARTICLES, "main link /d/… #": _ARTICLES, "main scroll": _SCROLL,
        "main field documents": _CORRECT, "main field name": _CORRECT, "main field other": _CORRECT,
        **{f"main button /{verb}": _CORRECT for verb in ("rename/…", "merge/…", "split/…", "undo")},
    },
    "document": {
        "main link elsewhere": _DOCUMENT, "main link /s/…": _DOCUMENT, "main link /d/… revision": _DOCUMENT,
        "main link /d/…": _DOCUMENT, "main link /d/… revision changes": _DOCUMENT, "main link /d/… changes": _DOCUMENT,
    },
    "search": {
        **{f"main field {name}": _SEARCH for name in ("q", "source", "language", "since", "until")},
        "main fold details": _SEARCH, "main button /search": _SEARCH, "main button /ask": _SEARCH, "main link /s/…": _SEARCH,
        "main link /d/…": _SEARCH, "main link /d/… #": _SEARCH, "main link /search articles": _SEARCH,
        "main link /search": _SEARCH, "main link /": _SEARCH,
    },
    "ask": {
        "main field q": _ASK, "main field sentences": _ASK, "main field story": _ASK, "main button /ask": _ASK,
        "main button citation": "test_an_open_source_marks_its_sentence", "main button close citation": _ASK,
        "main link /ask/… sentences": _ASK, "main link /d/… #": _ASK, "main link /search": _ASK,
        "main link elsewhere": _ASK,
    },
    "check": {
        "main field text": _CHECK, "main field story": _CHECK, "main button /check": _CHECK,
    },
    "sources": {
        "main field address": _SOURCES, "main button /sources/…": _SOURCES, "main button /quarantine/…": _SOURCES,
        "main link /stories.atom": _SOURCES, "main link /watch/…": _SOURCES, "main scroll": _SCROLL,
    },
    "experiments": {
        "main link /x/…": _LAB, "main link /x/… system": _LAB, "main link /x": _LAB, "main fold details": _LAB,
        "main scroll": _SCROLL,
    },
    "error": {"main link /": "test_an_error_leads_back_to_the_stories"},
}  # fmt: skip

_TAKE_PART, _OWNER = "test_who_takes_part_uses_every_control", "test_an_owner_reads_results_and_releases_them"
_FOUND = "test_an_owner_makes_a_study_and_invites_judges"
_FIELDS = (
    "task", "story", "title", "participants", "closes", "part", "extra", "repeats", "seed", "blind", "suggest",
    "guidelines",
)  # fmt: skip
_WHOLE = "test_a_whole_study_from_links_to_the_table"
_ITEM: Mapping[str, str] = {
    "bar link /j": _TAKE_PART, "main link /j": _TAKE_PART, "main fold guidelines": _TAKE_PART, "main fold menu": _TAKE_PART,
    "main field text skip": _TAKE_PART, "main button /j/…": _TAKE_PART, "main button /j/… undo": _TAKE_PART,
    "main button /j/… redo": _TAKE_PART,
}  # fmt: skip

# Pages of a study of reports: of its owner, and of who takes part.
OF_STUDY: Mapping[str, Mapping[str, str]] = {
    "studies": {"main link /j/…": _OWNER},
    "new": {
        "main link /j/…": _FOUND, "main fold details": _FOUND, "main button /j/…": _FOUND,
        **{f"main field {name}": _FOUND for name in _FIELDS},
    },
    "results": {
        "main fold invite": _FOUND, "main field names": _FOUND, "main button /j/…": _FOUND,
        "main link /j/…": _OWNER, "main link /j/… form": _OWNER, "main button /j/… release": _OWNER,
        "main scroll": _OWNER,
    },
    "enter": {"bar link /j": _TAKE_PART, "main link /j": _TAKE_PART},
    "items": {"bar link /j": _TAKE_PART, "main link /j/…": _TAKE_PART},
    "before": {**_ITEM, "main button /j/… started": _TAKE_PART},
    "builder": {
        **_ITEM, "main button article": _TAKE_PART, "main button /j/… pick": _TAKE_PART, "main scroll": _TAKE_PART,
        "main button /j/… finished": _TAKE_PART, "main button where a sentence is from": _TAKE_PART,
    },
    "form": {
        **_ITEM, **{f"main field text concept/{kind}": _WHOLE for kind in ("person", "organisation", "factor")},
        "main button /j/… question": _WHOLE, "main button /j/… submitted": _TAKE_PART,
    },
}  # fmt: skip

# The keys that the dialogs of keys list, and the tests that press them.
KEYS: Mapping[str, str] = {
    "?": _BAR, "/": _BAR, "Esc": _BAR, "g s": _BAR, "g f": _BAR, "g a": _BAR, "g c": _BAR, "g r": _BAR, "g j": _BAR,
    "g x": _BAR, "g o": _BAR,
    "j k": "test_keys_move_through_the_list_and_open_a_story", "Enter": "test_keys_move_through_the_list_and_open_a_story",
    "m": _LIST, "n p": "test_keys_of_a_story", "w": "test_keys_of_a_story", "[ ]": "test_keys_of_a_story",
    "e": "test_keys_of_a_story", "Ctrl Z": _CORRECT,
}  # fmt: skip
