"""Following sources for weeks: what to read and when, politely, and under which id each article is kept.

`listing` says what is followed, `pace` when it is asked again, `polling` reads a feed or page on the web, `full_text` the
pages that teasers link to, `folders` files that change, `line_pipe` standard input. `identity` tells whether an article is
known. `schedule` joins them into rounds.
"""
