"""How sure is a number? The only room with a z, a t, a p-value, a correction or a resample: numbers come in, intervals go out.

Nothing here knows a game, a run or a page, and no other room works out an interval itself. The formulas: docs/statistics.md.

    what is at hand                                         what gives its interval
    a value and its standard error                          estimates.normal; as plain ends: estimates.around, half_width
    the same of few games: Student's t                      student.width, p_value (a look asks it by itself)
    a rate and its standard error (honest near 0 and 1)     estimates.rate
    a count of so many games                                estimates.proportion
    a mean of counts, few games having any                  estimates.count; of none at all: never_seen
    many independent values: their mean                     means.standard_error, standard_errors; then one of the above
    a few values (hands, groups): their mean                means.mean_of_few
    sums of values and of squares only                      means.error_from_squares
    values of several kinds, weighted                       means.stratified
    a smooth number and how each deal moves it              means.by_influence
    several values in one game: a ratio, a mean, a share    clustered.clustered_ratio, clustered_share
    any number worked out from groups of games              jackknife.jackknife; of variances also not_negative
    the greatest of several numbers less the least          jackknife.jackknife_spread
    one estimate that is too low, one that is too high      estimates.between; shares within what is possible: within
    a number that jumps, like a mix                         bootstrap.bootstrap

    two variants on the same deals                          compare.Difference; of rates: difference_of_rates; else normal
    is a difference anything but chance?                    compare.p_value, p_value_of; of a flag: p_value_of_flips
    the same of values at hand that may lean to one side    likelihood.farthest_from_nothing, as `at_most`
    one of thousands of gaps that are only counted          compare.clearly_more, surely_at_least, perhaps_more
    several comparisons at once                             adjust.holm, then is_settled; before all are known: bonferroni
    all that a page may say, of several kinds               ledger.Ledger: claims, and intervals that hold together
    does a sweep move a number at all?                      ledger.p_value_of_trend, p_value_of_range, p_value_of_slope
    one of a family, as an interval                         look.among(family)

    one look at the end, or any number of looks             looks.ONCE, looks.Always(): given as `look`
    the mean of values after any number of looks            means.mean_sequence
    how many games would tell                               power.games_to_tell, more_games
    a comparison in words                                   claims.verdict, Asked, figures, in_words
    which of several is the largest, in words               claims.first_of, of differences by either_way
    how many digits of a number are worth printing          digits.rounded, worth
"""
