"""The Gomocup protocol, by which programs that play five in a row and their managers talk.

A manager, such as Piskvork, starts a program ("brain") and writes commands to its input, a line
each; the brain answers on its output. A square is ``x,y``: column and row, both from 0.

Source: the protocol as its makers publish it, "Gomocup protocol", version 2.
"""
