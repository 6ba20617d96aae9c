"""Following sources for weeks: what to read and when, politely, and under which id each article is kept.

`listing` says what is followed and `pace` when it is asked again. `asking` asks sources on the web, with `manners`, and
`polling` reads their answers; `full_text` gets the pages that teasers link to. `folders` reads files that change, and
`line_pipe` standard input. `identity` recognises known articles, `sending` makes it ready to be stored, and
`schedule` joins all into rounds.
"""
