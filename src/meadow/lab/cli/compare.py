"""`meadow lab compare`: which topics one system lost against another, and the sentences that lost them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from meadow.cli import options
from meadow.lab.cli import options as lab

if TYPE_CHECKING:
    from meadow.lab.comparing import SystemComparison, TellingSentence, TopicComparison

A = Annotated[str, typer.Argument(metavar="A", help="A system, such as meadow.")]
B = Annotated[str, typer.Argument(metavar="B", help="Another one, such as lead, or given(NAME).")]
Experiment = Annotated[str, typer.Option(metavar="NAME", help="Lengths and metrics are those of this experiment.")]
Shown = Annotated[int, typer.Option(help="How many topics to show with their sentences.")]
_SENTENCES = 3
_WIDTH = 88


def compare(
    a: A,
    b: B,
    experiment: Experiment = "summaries",
    testbed: lab.Testbed = None,
    reader: lab.Reader = None,
    documents: lab.Documents = None,
    references: lab.References = None,
    topics: lab.Topics = None,
    outputs: lab.Outputs = None,
    metrics: lab.Metrics = None,
    budgets: lab.Budgets = None,
    shown: Shown = 5,
    workers: lab.Workers = None,
    engine: options.Engine = None,
    out: lab.Out = None,
    plugin: options.Plugin = None,
    json: options.Json = False,
) -> None:
    """Show on which topics the first system does worse than the second, and which sentences make the difference.

    What a sentence is worth is what the first metric loses without it.

    [dim]Examples:[/dim]

    meadow lab compare meadow lead

    meadow lab compare mead 'mead(select=mmr)' --testbed mybed/ --metrics rouge2.recall
    """
    from dataclasses import asdict

    from meadow.cli import printing, reading
    from meadow.lab.cli.beds import given_testbed
    from meadow.lab.comparing import compare_systems
    from meadow.lab.notebook import change

    reading.load_plugins(plugin)
    bed = given_testbed(
        testbed, reader=reader, documents=documents, references=references, topics=topics, outputs=outputs
    )
    with printing.progress_bar(f"Comparing {a} and {b}") as progress:
        comparison = compare_systems(
            a, b, change(experiment, metrics=metrics, budgets=budgets), bed, out=out,
            workers=lab.count_workers(workers, engine), engine=engine, plugins=plugin or (), progress=progress,
        )  # fmt: skip
    if json:
        printing.print_json(asdict(comparison))
    else:
        printing.print_text(_text(comparison, shown))


def _text(comparison: SystemComparison, shown: int) -> str:
    standing = comparison.standing
    p_value = "" if standing.p_value is None else f", {_written_p(standing.p_value)} (paired permutation)"
    topics = "topic" if len(comparison.topics) == 1 else "topics"
    head = (
        f"{comparison.a} beside {comparison.b}: {comparison.metric}, {comparison.budget}, "
        f"{len(comparison.topics)} {topics}\n"
        f"mean difference {comparison.difference:+.4f}{p_value}; behind on {len(comparison.lost)} of them"
    )
    rows = [f"  {each.topic:<24} {each.a:.4f}  {each.b:.4f}  {each.difference:+.4f}" for each in comparison.topics]
    parts = [head, "\n".join([f"  {'topic':<24} {'A':>6}  {'B':>6}", *rows])]
    parts += [_topic(comparison, each) for each in comparison.lost[:shown]]
    parts += [f"failed: {line}" for line in comparison.failures]
    return "\n\n".join(parts)


def _written_p(p_value: float) -> str:
    return "p < .001" if p_value < 0.001 else f"p {p_value:.3f}"


def _topic(comparison: SystemComparison, topic: TopicComparison) -> str:
    lines = [f"{topic.topic}: {topic.difference:+.4f}"]
    for name, sentences in ((comparison.b, topic.only_b), (comparison.a, topic.only_a)):
        lines.append(f"  only {name}:" if sentences else f"  only {name}: nothing")
        lines += [_sentence(each) for each in sentences[:_SENTENCES]]
    return "\n".join(lines)


def _sentence(sentence: TellingSentence) -> str:
    reference = "" if sentence.document is None else f" [{sentence.document}:{sentence.index}]"
    text = " ".join(sentence.text.split())
    short = text if len(text) <= _WIDTH else text[: _WIDTH - 1].rstrip() + "…"
    return f"    {sentence.worth:+.4f}  {short}{reference}"
