"""The texts of the ko rules that a name means: docs/certificate.md, "The texts of known rules"."""

SAID = """\
rule none

rule basic
forbid play if retakes

rule psk
remember stood(after) on start, play
forbid play if stood(after)

rule ssk
remember stood(after, next) on start, play, pass
forbid play if stood(after, next)

rule nssk
remember made(mover, after) on play
forbid play if made(mover, after)

rule fixed
remember played(before, after) on play
forbid play if played(before, after)

rule basic-fixed
remember played(before, after) on play
forbid play if retakes or played(before, after)

rule spight
remember stood(after) on start, play, pass
remember passed(mover, before) on pass
forget stood on pass
forbid play if stood(after)
end pass if passed(mover, before)

rule spight-2
remember played(mover, before) on play
remember passed(mover, before) on pass
forget played on pass
forbid play if played(next, after) or passed(next, after)
end pass if passes >= 1

rule primitive
remember stood(after) on start, play
forbid play if stood(after)
no pass
stuck loses

rule kee
remember stood(after) on start, play, pass
remember passed(mover, before) on pass
forget stood on pass
forbid play if stood(after)
end pass if passes >= 2 or passed(mover, before)
count before on pass if passes = 1
score mean

rule kee:sum
remember stood(after) on start, play, pass
remember passed(mover, before) on pass
forget stood on pass
forbid play if stood(after)
end pass if passes >= 2 or passed(mover, before)
count before on pass if passes = 1
score sum

rule kee:cycle
remember stood(after) on start, play, pass
remember passed(mover, before) on pass
forget stood on pass
forbid play if stood(after)
end pass if passed(mover, before)
count before on pass if passes = 1
score mean
score since passed(mover, before)

rule kee:sum+cycle
remember stood(after) on start, play, pass
remember passed(mover, before) on pass
forget stood on pass
forbid play if stood(after)
end pass if passed(mover, before)
count before on pass if passes = 1
score sum
score since passed(mover, before)

rule kee:passer
remember stood(mover, after) on start, play, pass
remember stood(next, after) on start, play, pass
remember passed(mover, before) on pass
forget stood(mover) on pass
forbid play if stood(mover, after)
end pass if passes >= 2 or passed(mover, before)
count before on pass if passes = 1
score mean

rule kee:passer+sum
remember stood(mover, after) on start, play, pass
remember stood(next, after) on start, play, pass
remember passed(mover, before) on pass
forget stood(mover) on pass
forbid play if stood(mover, after)
end pass if passes >= 2 or passed(mover, before)
count before on pass if passes = 1
score sum

rule kee:passer+cycle
remember stood(mover, after) on start, play, pass
remember stood(next, after) on start, play, pass
remember passed(mover, before) on pass
forget stood(mover) on pass
forbid play if stood(mover, after)
end pass if passed(mover, before)
count before on pass if passes = 1
score mean
score since passed(mover, before)

rule kee:passer+sum+cycle
remember stood(mover, after) on start, play, pass
remember stood(next, after) on start, play, pass
remember passed(mover, before) on pass
forget stood(mover) on pass
forbid play if stood(mover, after)
end pass if passed(mover, before)
count before on pass if passes = 1
score sum
score since passed(mover, before)

rule kee-2020
remember appeared(after) on start, play
remember appeared(before) on play if passes >= 1
remember initialised(mover, before) on play, pass if passes >= 1
forget appeared on play if passes >= 1
forbid play if passes = 0 and appeared(after)
forbid play if passes >= 1 and after = before
forbid play if passes >= 1 and initialised(mover, before)
end pass if passes >= 2

rule basic-ko-rules
remember played(mover, frame(before), point) on play
forbid play if retakes or played(mover, frame(before), point)

rule kee-2007
keep last(mover) = before on pass
remember had(next, after, last(mover)) on start, play, pass
forbid play if had(next, after, last(mover))
end pass if passes >= 1 and last(mover) = before

rule kee-2020-03
remember encountered(after) on start, play
remember disturbed(mover, before) on play if passes = 1
remember passed(mover, before) on pass
remember encountered(after) on pass
forget encountered on pass
forget passed on play if passes = 1
forbid play if encountered(after) or passes = 1 and disturbed(mover, before)
end pass if passes >= 2 or passed(mover, before)

rule kee-2020-03:free
remember encountered(after) on start, play
remember disturbed(mover, before) on play if passes = 1
remember passed(mover, before) on pass
forget encountered on pass
forget passed on play if passes = 1
forbid play if encountered(after) or passes = 1 and disturbed(mover, before)
end pass if passes >= 2 or passed(mover, before)

rule kee-2020-03:same
remember encountered(after) on start, play
remember disturbed(mover, before, after) on play if passes = 1
remember passed(mover, before) on pass
remember encountered(after) on pass
forget encountered on pass
forget passed on play if passes = 1
forbid play if encountered(after) or passes = 1 and disturbed(mover, before, after)
end pass if passes >= 2 or passed(mover, before)

rule kee-2020-03:free+same
remember encountered(after) on start, play
remember disturbed(mover, before, after) on play if passes = 1
remember passed(mover, before) on pass
forget encountered on pass
forget passed on play if passes = 1
forbid play if encountered(after) or passes = 1 and disturbed(mover, before, after)
end pass if passes >= 2 or passed(mover, before)

rule configuration-rules
remember stood(after) on start, play
remember played(P, point) for each stood(P) on play
forbid play if retakes or played(before, point)
"""

TEXTS = {lines[0].removeprefix("rule "): lines for block in SAID.split("\n\n") if (lines := block.splitlines())}
