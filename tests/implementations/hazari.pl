#!/usr/bin/env perl
# Hazari and its family in Perl, for the conformance protocol.
#
# It needs Perl 5.20 and its core modules only, reads the rules that it is sent and plays by
# them. Start reading at the end; `Game` has a sub for each operation.

use v5.20;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';
use JSON::PP ();
use List::Util qw(all any first max min sum0 uniq);

my $JSON = JSON::PP->new->utf8->canonical->allow_nonref;

my %KNOWN = (    # every word of the rules that this program understands, by where it stands
    'table/direction'          => 'counterclockwise clockwise',
    'table/first_leader'       => 'next_to_dealer dealer last_deal_winner',
    'table/next_dealer'        => 'next previous',
    'combinations/key'         => 'run_order multiples ranks',
    'comparison/order'         => 'high_wins low_wins',
    'comparison/made_from'     => 'some_cards all_cards',
    'comparison/spare'         => 'ignored kicker',
    'arrangement/order'        => 'not_rising falling free',
    'arrangement/on_violation' => 'reject sort foul',
    'play/next_leader'         => 'winner same',
    'play/ties'                => 'last_played first_played nobody split suit',
    'play/award'               => 'captured_card_points',
    'match/check'              => 'after_deal at_once',
    'match/reached_together'   => 'highest_wins extend_target',
    'match/winner'             => 'highest_total',
    'match/ties'               => 'shared play_on extend_target',
    'redeals/claim'            => 'automatic on_request',
    'redeals/dealer'           => 'stays moves',
    'instant_wins/after'       => 'dealing arranging round deal',
    'instant_wins/if_several'  => 'first_in_order all',
    'instant_wins/effect'      => 'win_match win_deal',
);
my @CONDITIONS = qw(rounds_won groups_held hand_lacks pairs_in_hand same_rank_in_hand);
my @PARTS      = qw(id name aliases cards key same_rank run suited exact_ranks);
my @OPERATIONS = qw(classify compare value arrangement round seats deal points sheet target hand);

# Small helpers.

# A kind is a word, or an object of one word and its argument.
sub kind ($value) { return ref $value ? %$value : ($value, {}) }
sub rank_of ($card) { return substr $card, 0, -1 }
sub suit_of ($card) { return substr $card, -1 }
sub list    ($value) { return ref $value ? @$value : ($value) }
sub falling (@numbers) { return sort { $b <=> $a } @numbers }
sub count   ($thing, @things) { return scalar grep { $_ eq $thing } @things }
sub set_of  (@ranks) { return join ' ', sort @ranks }
sub flat    (@lists) { return map {@$_} @lists }
sub add     ($a, $b) { return [map { $a->[$_] + $b->[$_] } 0 .. $#$a] }
sub flag    ($value) { return $value ? JSON::PP::true : JSON::PP::false }
sub among   ($thing, @things) { return any { $_ eq $thing } @things }

# Positive if $a is greater; lists are compared number by number, the longer one is greater.
sub order ($a, $b) {
    for my $i (0 .. min($#$a, $#$b)) {
        my $sign = ref $a->[$i] ? order($a->[$i], $b->[$i]) : $a->[$i] <=> $b->[$i];
        return $sign if $sign;
    }
    return @$a <=> @$b;
}

# All ways to take so many cards.
sub taking ($size, @cards) {
    return []  if $size == 0;
    return     if $size > @cards;
    my ($first, @rest) = @cards;
    return (map({ [$first, @$_] } taking($size - 1, @rest)), taking($size, @rest));
}

# An answer other than a result leaves the program as a hash that dies.
sub answer_with ($word, $reason) { die {$word => $reason} }

package Game {
    BEGIN {
        no strict 'refs';
        *{"Game::$_"} = \&{"main::$_"}
            for qw(kind rank_of suit_of list falling count set_of flat add flag among order taking
            answer_with all any first max min sum0 uniq);
    }

    sub new ($class, $rules) {
        check_known($rules);
        my @ladder = $rules->{combinations}->@*;
        my $self   = bless {rules => $rules, ladder => \@ladder}, $class;
        $self->{place}  = {map { $ladder[$_]{id} => $_ } 0 .. $#ladder};
        $self->{height} = $self->heights('rest');
        $self->{runs}   = $self->run_heights;
        for my $combination (@ladder) {
            my ($word, $argument) = kind($combination->{key});
            my $heights = $self->heights(($argument->{order} // ['rest'])->@*);
            $self->{key}{$combination->{id}} = [$word, $heights, $argument->{cards}];
        }
        return $self;
    }

    sub check_known ($rules) {
        for my $path (sort keys %KNOWN) {
            my ($block, $name) = split m{/}, $path;
            my $things = $rules->{$block};
            for my $thing (ref $things eq 'ARRAY' ? @$things : $things) {
                my ($word) = kind($thing->{$name});
                answer_with(skip => "$path: $word is not known")
                    unless among($word, split ' ', $KNOWN{$path});
            }
        }
        for my $combination ($rules->{combinations}->@*) {
            for my $part (sort keys %$combination) {
                answer_with(skip => "combinations: $part is not known") unless among($part, @PARTS);
            }
        }
        for my $event ($rules->{redeals}->@*, $rules->{instant_wins}->@*) {
            for my $word (sort keys $event->{when}->%*) {
                answer_with(skip => "when: $word is not known") unless among($word, @CONDITIONS);
            }
        }
        return;
    }

    # --- ranks and runs ---

    # A height for each rank, bigger for stronger ones, by an order with exceptions.
    sub heights ($self, @stated) {
        my @named  = map { list($_) } @stated;
        my @rest   = grep { !among($_, @named) } $self->{rules}{deck}{ranks}->@*;
        my @places = map { $_ eq 'rest' ? @rest : $_ } @stated;
        my %found;
        for my $i (0 .. $#places) {
            $found{$_} = -$i for list($places[$i]);
        }
        return \%found;
    }

    # A height for each set of ranks that is a run, of one to five cards.
    sub run_heights ($self) {
        my @ranks = $self->{rules}{deck}{ranks}->@*;
        my %found;
        for my $size (1 .. min(5, scalar @ranks)) {
            my @rest = map { [@ranks[$_ .. $_ + $size - 1]] } 0 .. @ranks - $size;
            my %named;
            if ($size > 1 && $ranks[0] eq 'A') {
                %named = (ace_high => shift @rest, ace_low => [@ranks[1 - $size .. -1], 'A']);
            }
            my $height = 0;
            for my $place ($self->{rules}{runs}{order}->@*) {
                my @places =
                    $place eq 'rest'
                    ? map { [$_] } @rest
                    : [grep {defined} @named{list($place)}];
                for my $equal (@places) {
                    $height--;
                    $found{set_of(@$_)} = $height for @$equal;
                }
            }
        }
        return \%found;
    }

    # --- what a group counts as ---

    # The combinations that a group can make; with $at_most of at most so many cards.
    sub ladder_of ($self, $group, $at_most) {
        my $stated = $self->{rules}{groups}[$group - 1];
        my $whole  = !defined $at_most && $self->{rules}{comparison}{made_from} eq 'all_cards';
        my $limit  = $at_most // $stated->{cards};
        my $ids    = $stated->{combinations};
        return grep {
            (!$ids || among($_->{id}, @$ids))
                && ($whole ? $_->{cards} == $stated->{cards} : $_->{cards} <= $limit)
        } $self->{ladder}->@*;
    }

    # The first combination whose tests these cards pass.
    sub first_of ($self, $cards, @steps) {
        my @ranks  = map { rank_of($_) } @$cards;
        my @held   = uniq @ranks;
        my $set    = set_of(@ranks);
        my $counts = join ' ', falling(map { count($_, @ranks) } @held);
        my $run    = @held == @ranks && exists $self->{runs}{$set};
        my $suited = 1 == uniq map { suit_of($_) } @$cards;
        return first {
            $_->{cards} == @$cards
                && (!exists $_->{same_rank} || $counts eq join ' ', falling($_->{same_rank}->@*))
                && (!exists $_->{run}         || !$_->{run} == !$run)
                && (!exists $_->{suited}      || !$_->{suited} == !$suited)
                && (!exists $_->{exact_ranks} || $set eq set_of($_->{exact_ranks}->@*))
        } @steps;
    }

    # What decides between groups of the same combination.
    sub key ($self, $cards, $id) {
        my ($word, $heights, $number) = $self->{key}{$id}->@*;
        my @ranks = map { rank_of($_) } @$cards;
        return [$self->{runs}{set_of(@ranks)}] if $word eq 'run_order';
        if ($word eq 'multiples') {
            my @held = map { [count($_, @ranks), $heights->{$_}] } uniq @ranks;
            return [map { $_->[1] } sort { order($b, $a) } @held];
        }
        my @sorted = falling(map { $heights->{$_} } @ranks);
        return [splice @sorted, 0, $number // @sorted];
    }

    # What a group counts as, or undef if its cards make no combination.
    sub best ($self, $cards, $group, $at_most = undef) {
        my @steps   = $self->ladder_of($group, $at_most);
        my $kickers = $self->{rules}{comparison}{spare} eq 'kicker' && !defined $at_most;
        my $best;
        for my $some (map { taking($_, @$cards) } uniq map { $_->{cards} } @steps) {
            my $step     = $self->first_of($some, @steps) or next;
            my @spare    = grep { !among($_, @$some) } @$cards;
            my @kicker   = $kickers ? falling(map { $self->{height}{rank_of($_)} } @spare) : ();
            my $id       = $step->{id};
            my $strength = [-$self->{place}{$id}, $self->key($some, $id), \@kicker];
            if (!$best || order($strength, $best->{strength}) > 0) {
                $best = {strength => $strength, id => $id, cards => $some, spare => \@spare};
            }
        }
        return $best;
    }

    # Positive if what a group counts as wins, negative if it loses, 0 if they are equal.
    sub better ($self, $a, $b) {
        return defined($a) - defined($b) if !$a || !$b;
        my $sign = order($a->{strength}, $b->{strength});
        return $self->{rules}{comparison}{order} eq 'high_wins' ? $sign : -$sign;
    }

    sub classify ($self, $given) {
        my $found = $self->best($given->{cards}, $given->{group});
        return {combination => $found && $found->{id}};
    }

    sub value ($self, $given) {
        my $found = $self->best($given->{cards}, $given->{group})
            // {id => undef, cards => [], spare => $given->{cards}};
        return {
            combination => $found->{id},
            cards       => $found->{cards},
            spare       => $found->{spare},
        };
    }

    sub compare ($self, $given) {
        my ($a, $b) = map { $self->best($_->{cards}, $_->{group}) } $given->@{qw(a b)};
        return {winner => (qw(b tie a))[$self->better($a, $b) + 1]};
    }

    # --- arrangements ---

    sub judged ($self, @groups) {
        my $number = $self->{rules}{arrangement}{judged_on}{cards};
        return map {
            my $size = $groups[$_]->@*;
            $self->best($groups[$_], $_ + 1, $number eq 'all' ? undef : min($number, $size))
        } 0 .. $#groups;
    }

    # The numbers of the groups that are too strong for the one before them.
    sub too_strong ($self, @groups) {
        my %least  = (not_rising => 1, falling => 0, free => 2);
        my $least  = $least{$self->{rules}{arrangement}{order}};
        my @values = $self->judged(@groups);
        return map { $_ + 1 }
            grep { $self->better(@values[$_, $_ - 1]) >= $least } 1 .. $#groups;
    }

    # Groups of the same size change places until they descend.
    sub put_right ($self, @groups) {
        my @values = $self->judged(@groups);
        my @left   = sort { $self->better(@values[$b, $a]) || $a <=> $b } 0 .. $#groups;
        my @order;
        for my $place (@groups) {
            my $next = first { $groups[$_]->@* == @$place } @left;
            @left = grep { $_ != $next } @left;
            push @order, $next;
        }
        return @groups[@order];
    }

    sub check_cards ($self, $hand, @groups) {
        my $sizes = join ' ', map { scalar @$_ } @groups;
        my @cards = flat(@groups);
        answer_with(reject => 'wrong_size')
            if $sizes ne join ' ', map { $_->{cards} } $self->{rules}{groups}->@*;
        answer_with(reject => 'repeated_card') if @cards > uniq @cards;
        answer_with(reject => 'foreign_card')  if any { !among($_, @$hand) } @cards;
        answer_with(reject => 'missing_card')  if any { !among($_, @cards) } @$hand;
        return;
    }

    sub arrangement ($self, $given) {
        my @groups = $given->{groups}->@*;
        $self->check_cards($given->{hand}, @groups);
        my ($word, $foul) = kind($self->{rules}{arrangement}{on_violation});
        my @wrong = $self->too_strong(@groups);
        if (@wrong && $word eq 'sort') {
            @groups = $self->put_right(@groups);
            @wrong  = $self->too_strong(@groups);
        }
        answer_with(reject => 'wrong_order') if @wrong && $word ne 'foul';
        my $nothing = @wrong && $foul->{effect} eq 'scores_nothing';
        my $from;
        $from = $foul->{scope} eq 'whole_deal' ? 1 : $wrong[0] if @wrong && !$nothing;
        return {
            groups          => \@groups,
            fouled          => flag(scalar @wrong),
            cannot_win_from => $from,
            scores_nothing  => flag($nothing),
        };
    }

    # --- rounds ---

    # The seat so many steps on in the direction of play.
    sub after ($self, $seat, $steps = 1) {
        my $table = $self->{rules}{table};
        $steps = -$steps if $table->{direction} eq 'clockwise';
        return ($seat + $steps) % $table->{players};
    }

    sub order_from ($self, $leader) {
        return map { $self->after($leader, $_) } 0 .. $self->{rules}{table}{players} - 1;
    }

    # How good the suits of the cards are that make it, from the most important card on.
    sub suits ($self, $found) {
        my ($word, $heights) = $self->{key}{$found->{id}}->@*;
        my @suits  = $self->{rules}{deck}{suits}->@*;
        my %suit   = map { $suits[$_] => -$_ } 0 .. $#suits;
        my @ranks  = map { rank_of($_) } $found->{cards}->@*;
        my @sorted = sort { order($b, $a) } map {
            my $rank = rank_of($_);
            my $held = $word eq 'multiples' ? count($rank, @ranks) : 0;
            [$held, $heights->{$rank}, $suit{suit_of($_)}]
        } $found->{cards}->@*;
        return [map { $_->[2] } @sorted];
    }

    # Who of the players with equally strong groups wins; they stand in playing order.
    sub winners ($self, $found, @equal) {
        my $ties = $self->{rules}{play}{ties};
        return @equal if @equal < 2 || $ties eq 'split';
        return ()     if $ties eq 'nobody';
        return $equal[0]  if $ties eq 'first_played';
        return $equal[-1] if $ties eq 'last_played';
        my $best = shift @equal;
        for my $seat (@equal) {
            $best = $seat if order(map { $self->suits($found->[$_]) } $seat, $best) >= 0;
        }
        return $best;
    }

    sub round ($self, $given) {
        my ($leader, @groups) = ($given->{leader}, $given->{groups}->@*);
        my @order = $self->order_from($leader);
        my @found = map { $self->best($_, $given->{round}) } @groups;
        my @equal;
        for my $seat (@order) {
            next if !$found[$seat] || among($seat, $given->{cannot_win}->@*);
            my $sign = @equal ? $self->better(@found[$seat, $equal[0]]) : 1;
            @equal = () if $sign > 0;
            push @equal, $seat if $sign >= 0;
        }
        my @winners = $self->winners(\@found, @equal);
        my $worth   = $self->worth(flat(@groups));
        my @points  = map {0} @groups;
        if (@winners) {
            @points[@winners] = map { int($worth / @winners) } @winners;
            $points[$winners[-1]] += $worth - sum0(@points);
            $leader = $winners[-1] if $self->{rules}{play}{next_leader} eq 'winner';
        }
        return {
            order       => \@order,
            winners     => \@winners,
            points      => \@points,
            unclaimed   => $worth - sum0(@points),
            next_leader => $leader,
        };
    }

    sub seats ($self, $given) {
        my ($dealer, $last) = $given->@{qw(dealer last_points)};
        my ($rule,   $next) = $self->{rules}{table}->@{qw(first_leader next_dealer)};
        my $leader = $rule eq 'dealer' ? $dealer : $self->after($dealer);
        if ($rule eq 'last_deal_winner' && $last) {
            $leader = first { $last->[$_] == max(@$last) } $self->order_from($leader);
        }
        return {
            order       => [$self->order_from($leader)],
            next_dealer => $self->after($dealer, $next eq 'next' ? 1 : -1),
        };
    }

    # --- points and the end of the match ---

    sub worth ($self, @cards) {
        return sum0(map { $self->{rules}{card_points}{values}{rank_of($_)} } @cards);
    }

    sub points ($self, $given) { return {points => $self->worth($given->{cards}->@*)} }

    sub sheet ($self, $given) {
        my @points = $given->{points}->@*;
        my $total  = $self->{rules}{card_points}{total} - $self->worth($given->{undealt}->@*);
        answer_with(reject => 'wrong_count') if @points != $self->{rules}{table}{players};
        answer_with(reject => 'negative')    if any { $_ < 0 } @points;
        answer_with(reject => 'wrong_total') if sum0(@points, $given->{unclaimed}) != $total;
        my ($ties) = kind($self->{rules}{play}{ties});
        if ($ties ne 'split') {
            my ($deck, %sums) = ($self->{rules}{deck}, 0 => 1);
            for my $rank ($deck->{ranks}->@*) {
                for my $card (map {"$rank$_"} $deck->{suits}->@*) {
                    next if count($card, $given->{undealt}->@*);
                    $sums{$_ + $self->worth($card)} = 1 for keys %sums;
                }
            }
            answer_with(reject => 'impossible')
                if any { !$sums{$_} } @points, $given->{unclaimed};
        }
        return {total => $total};
    }

    sub target ($self, $given) {
        my $match  = $self->{rules}{match};
        my @totals = $given->{totals}->@*;
        my $target = $given->{target} // $match->{target};
        my @there  = grep { $totals[$_] >= $target } 0 .. $#totals;
        my ($together, $extend) = kind($match->{reached_together});
        return {winners => [], target => $target + $extend->{by}}
            if @there > 1 && $together eq 'extend_target';
        my @best = grep { $totals[$_] == max(@totals) } @there;
        my ($ties, $rise) = kind($match->{ties});
        return {winners => [], target => $target + ($rise->{by} // 0)}
            if @best > 1 && $ties ne 'shared';
        return {winners => \@best, target => $target};
    }

    # --- redeals and instant wins ---

    # Whether all conditions hold for a player, who has won the rounds @won alone.
    sub holds ($self, $when, $hand, $groups = undef, @won) {
        my @ranks  = map { rank_of($_) } @$hand;
        my @counts = map { count($_, @ranks) } uniq @ranks;
        my $makes  = sub ($numbers, $ids) {
            return $groups && all {
                my $found = $self->best($groups->[$_ - 1], $_);
                $found && among($found->{id}, @$ids)
            } @$numbers;
        };
        my %tests = (
            hand_lacks        => sub ($ids) { !$self->hand_makes($hand, @$ids) },
            pairs_in_hand     => sub ($a) { sum0(map { int($_ / 2) } @counts) >= $a->{at_least} },
            same_rank_in_hand => sub ($a) { max(@counts) >= $a->{cards} },
            groups_held       => sub ($a) { $makes->($a->{groups}, $a->{with}) },
            rounds_won        => sub ($a) {
                (all { among($_, @won) } $a->{rounds}->@*) && $makes->($a->{rounds}, $a->{with});
            },
        );
        return all { $tests{$_}->($when->{$_}) } sort keys %$when;
    }

    # Whether some cards of a hand make one of these combinations.
    sub hand_makes ($self, $hand, @ids) {
        my @sizes = uniq map { $_->{cards} } grep { among($_->{id}, @ids) } $self->{ladder}->@*;
        return any {
            my $step = $self->first_of($_, $self->{ladder}->@*);
            $step && among($step->{id}, @ids)
        } map { taking($_, @$hand) } @sizes;
    }

    sub hand ($self, $given) {
        my $held = sub (@events) {
            return [map { $_->{id} } grep { $self->holds($_->{when}, $given->{hand}) } @events];
        };
        my @wins = grep { $_->{after} eq 'dealing' } $self->{rules}{instant_wins}->@*;
        return {redeals => $held->($self->{rules}{redeals}->@*), instant_wins => $held->(@wins)};
    }

    sub deal ($self, $given) { return Deal->new($self, $given)->play }
}

# A whole deal, step by step. Each step returns the result if it ends the deal.
package Deal {
    BEGIN {
        no strict 'refs';
        *{"Deal::$_"} = \&{"main::$_"} for qw(kind add among all any max sum0);
    }

    sub new ($class, $game, $given) {
        my $seats = $game->seats($given);
        return bless {
            game        => $game,
            rules       => $game->{rules},
            given       => $given,
            target      => $given->{target} // $game->{rules}{match}{target},
            order       => $seats->{order},
            next_dealer => $seats->{next_dealer},
            zeros       => [map {0} $seats->{order}->@*],
            placed      => undef,    # what became of the arrangements, by seat
            fouled      => [],
            rounds      => [],
        }, $class;
    }

    sub play ($self) {
        return
               $self->redeal('automatic')
            // $self->redeal('on_request')
            // $self->instant_win('dealing')
            // $self->arrange
            // $self->instant_win('arranging')
            // $self->all_fouled
            // $self->play_rounds
            // $self->instant_win('deal')
            // $self->end('played', $self->captured);
    }

    sub redeal ($self, $claim) {
        my ($claims, $hands) = $self->{given}->@{qw(claims hands)};
        for my $event (grep { $_->{claim} eq $claim } $self->{rules}{redeals}->@*) {
            for my $seat ($self->{order}->@*) {
                my $asked = any { $_->{seat} == $seat && $_->{redeal} eq $event->{id} } @$claims;
                next unless $claim eq 'automatic' || $asked;
                next unless $self->{game}->holds($event->{when}, $hands->[$seat]);
                return $self->void($event->{dealer} eq 'moves',
                    ending => 'redeal', reason => $event->{id}, seats => [$seat]);
            }
        }
        return undef;
    }

    sub arrange ($self) {
        my ($hands, $arrangements) = $self->{given}->@{qw(hands arrangements)};
        $self->{placed} = [
            map { $self->{game}->arrangement({hand => $hands->[$_], groups => $arrangements->[$_]}) }
                0 .. $#$hands
        ];
        $self->{fouled} = [grep { $self->{placed}[$_]{fouled} } $self->{order}->@*];
        return undef;
    }

    sub all_fouled ($self) {
        my ($word, $foul) = kind($self->{rules}{arrangement}{on_violation});
        return undef if $word ne 'foul' || $foul->{all_fouled} eq 'play_on';
        return undef if $self->{fouled}->@* < $self->{order}->@*;
        return $self->void($foul->{all_fouled} eq 'redeal_next_dealer',
            ending => 'all_fouled', seats => $self->{fouled});
    }

    sub play_rounds ($self) {
        my @placed = $self->{placed}->@*;
        my $leader = $self->{order}[0];
        my $last   = $self->{rules}{groups}->@*;
        for my $round (1 .. $last) {
            my $played = $self->{game}->round({
                round      => $round,
                leader     => $leader,
                groups     => [map { $_->{groups}[$round - 1] } @placed],
                cannot_win => [grep { ($placed[$_]{cannot_win_from} // 99) <= $round } 0 .. $#placed],
            });
            $leader = delete $played->{next_leader};
            push $self->{rounds}->@*, $played;
            my $ended = $self->instant_win({round => $round});
            $ended //= $self->check_now if $round < $last;
            return $ended if $ended;
        }
        return undef;
    }

    sub check_now ($self) {
        return undef if $self->{rules}{match}{check} ne 'at_once';
        my %captured = $self->captured;
        my $totals   = add($self->{given}{totals}, $captured{points});
        my $checked  = $self->{game}->target({totals => $totals, target => $self->{target}});
        return $self->end('target_reached', %captured) if $checked->{winners}->@*;
        $self->{target} = $checked->{target};
        return undef;
    }

    # Points by seat so far, and what nobody scores.
    sub captured ($self) {
        my $points = $self->{zeros};
        $points = add($points, $_->{points}) for $self->{rounds}->@*;
        my $unclaimed = sum0(map { $_->{unclaimed} } $self->{rounds}->@*);
        for my $seat (grep { $self->{placed}[$_]{scores_nothing} } $self->{order}->@*) {
            $unclaimed += $points->[$seat];
            $points->[$seat] = 0;
        }
        return (points => $points, unclaimed => $unclaimed);
    }

    sub instant_win ($self, $moment) {
        my $wanted = $JSON->encode($moment);
        for my $event ($self->{rules}{instant_wins}->@*) {
            next if $JSON->encode($event->{after}) ne $wanted;
            my @seats = grep { $self->wins_by($event, $_) } $self->{order}->@*;
            @seats = ($seats[0]) if @seats && $event->{if_several} eq 'first_in_order';
            return $self->won($event, @seats) if @seats;
        }
        return undef;
    }

    sub wins_by ($self, $event, $seat) {
        return 0 if among($seat, $self->{fouled}->@*);
        my @rounds = $self->{rounds}->@*;
        my @alone  = grep { "$seat" eq join ' ', $rounds[$_ - 1]{winners}->@* } 1 .. @rounds;
        my $groups = $self->{placed} && $self->{placed}[$seat]{groups};
        return $self->{game}->holds($event->{when}, $self->{given}{hands}[$seat], $groups, @alone);
    }

    sub won ($self, $event, @seats) {
        my ($word, $effect) = kind($event->{effect});
        my @why    = (reason => $event->{id}, seats => \@seats);
        my $points = [$self->{zeros}->@*];
        if ($word eq 'win_deal') {
            my $whole = $self->{rules}{card_points}{total};
            $points->@[@seats] = map { int($whole / @seats) } @seats;
            $points->[$seats[0]] += $whole - sum0(@$points);
            return $self->end('instant_win', points => $points, @why);
        }
        $points = {$self->captured}->{points} if $effect->{deal_points} eq 'counted';
        my $totals = add($self->{given}{totals}, $points);
        my $score  = $effect->{score};
        for my $seat (@seats) {
            $totals->[$seat] =
                ref $score
                ? $totals->[$seat] + $score->{add}
                : max($totals->[$seat], $self->{target});
        }
        return $self->result(ending => 'instant_win', points => $points, totals => $totals,
            match_winners => \@seats, @why);
    }

    sub void ($self, $moves, %more) {
        my $dealer = $moves ? $self->{next_dealer} : $self->{given}{dealer};
        return $self->result(%more, next_dealer => $dealer,
            last_points => $self->{given}{last_points});
    }

    sub end ($self, $ending, %more) {
        my $totals  = add($self->{given}{totals}, $more{points});
        my $checked = $self->{game}->target({totals => $totals, target => $self->{target}});
        return $self->result(
            ending        => $ending,
            totals        => $totals,
            target        => $checked->{target},
            match_winners => $checked->{winners},
            %more,
        );
    }

    sub result ($self, %more) {
        return {
            reason => undef, seats => [], fouled => $self->{fouled}, rounds => $self->{rounds},
            points => $self->{zeros}, unclaimed => 0, totals => $self->{given}{totals},
            target => $self->{target}, next_dealer => $self->{next_dealer}, match_winners => [],
            last_points => $more{points}, %more,
        };
    }
}

package main;

# Answer each line until the input ends.
$| = 1;
my %hello = (
    protocol => 1, name => 'hazari.pl', version => '1', language => 'Perl', spec => [1],
    operations => \@OPERATIONS,
);
my $game;
while (my $line = <STDIN>) {
    my $message = $JSON->decode($line);
    my ($op, $input) = $message->@{qw(op input)};
    my $said = eval {
        $game = Game->new($message->{rules}) if $message->{rules};    # one process for each case
        $game = Game->new($input)            if $op eq 'rules';
        {result => $op eq 'hello' ? \%hello : $op eq 'rules' ? {} : $game->$op($input)};
    } // (ref $@ ? $@ : die $@);
    say $JSON->encode({id => $message->{id}, %$said});
}
