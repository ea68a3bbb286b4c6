#!/usr/bin/perl
# The same agent as exec_agent.py in Perl, with nothing but its core modules; its ties go to the first card.
# Try it: durak match "exec:perl examples/exec_agent.pl" greedy --games 100
use strict;
use warnings;
use JSON::PP qw(encode_json decode_json);

$| = 1;    # each answer is sent at once
my $ranks = "23456789TJQKA";

sub rank { index($ranks, substr($_[0], 0, 1)) }

sub lowest { (sort { rank($a) <=> rank($b) } @_)[0] }

sub choose {
    my ($game) = @_;
    my @legal = @{ $game->{legal} };
    my @cards = grep { rank($_) >= 0 } @legal;
    my $trump = $game->{trump_suit} // "";
    my @plain = grep { substr($_, 1) ne $trump } @cards;
    return lowest(@plain) if @plain;
    return "done" if $game->{phase} =~ /^throw-in/ && $game->{talon_size} > 0;
    return @cards ? lowest(@cards) : $legal[-1];
}

while (my $line = <STDIN>) {
    my $message = decode_json($line);
    my $answer =
      $message->{type} eq "hello"
      ? { type => "ready", protocol => 1, name => "lowest card" }
      : { id => $message->{id}, action => choose($message) };
    print encode_json($answer), "\n";
}
