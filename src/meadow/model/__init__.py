"""Every value type: frozen, slotted dataclasses that hold data and derived properties, nothing else.

Identity is a reference, never text: two agencies may print the same words. Offsets are code points of `Document.text`.
"""

from meadow.model.budgets import Budget, BudgetUnit, Rounding, parse_budget
from meadow.model.disagreements import CopyGroup, DisagreeingValue, Disagreement, independent_sources, value_given
from meadow.model.documents import Document, Run, Sentence, SentenceRef
from meadow.model.groups import Group, Grouping
from meadow.model.reports import (
    Collapse,
    Concept,
    ConceptKind,
    Disproof,
    Pack,
    QuestionKind,
    Report,
    Section,
    SectionKind,
)
from meadow.model.scores import CentroidTerm, Explanation, FloatArray, IntArray, ScoreRow, Scores
from meadow.model.stories import (
    Assignment,
    Doubt,
    LinkStep,
    Reason,
    Relation,
    SharedDay,
    SharedTerm,
    Story,
    StoryEvent,
    TermKind,
)
from meadow.model.summaries import Brief, Digest, Edit, Headline, Pick, Summary

__all__ = [
    "Assignment",
    "Brief",
    "Budget",
    "BudgetUnit",
    "CentroidTerm",
    "Collapse",
    "Concept",
    "ConceptKind",
    "CopyGroup",
    "Digest",
    "DisagreeingValue",
    "Disagreement",
    "Disproof",
    "Document",
    "Doubt",
    "Edit",
    "Explanation",
    "FloatArray",
    "Group",
    "Grouping",
    "Headline",
    "IntArray",
    "LinkStep",
    "Pack",
    "Pick",
    "QuestionKind",
    "Reason",
    "Relation",
    "Report",
    "Rounding",
    "Run",
    "ScoreRow",
    "Scores",
    "Section",
    "SectionKind",
    "Sentence",
    "SentenceRef",
    "SharedDay",
    "SharedTerm",
    "Story",
    "StoryEvent",
    "Summary",
    "TermKind",
    "independent_sources",
    "parse_budget",
    "value_given",
]
