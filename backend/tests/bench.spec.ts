// onOneDatabase: no database takes part
import { test } from '@japa/runner'
import { readArguments, usage } from '../bench/arguments.js'
import { pairedLines } from '../bench/lines/index.js'
import { onceLines } from '../bench/lines/once.js'
import { figureOf, ratioOf, type Figure, type PairedLine } from '../bench/paired/line.js'
import { measureInPairs } from '../bench/paired/measure.js'
import { rowsOf } from '../bench/paired/rows.js'
import { difference, valuesOf, verdict } from '../bench/paired/verdict.js'
import { median, quantile, spreadOf } from '../bench/statistics.js'

const rate: Figure = { what: 'work', unit: '/s', better: 'more', target: ratioOf(0.6, 0.75) }
const time: Figure = { what: 'wait', unit: 'ms', better: 'less', target: figureOf(10) }
const none = { theirs: [], ratios: [] }
const idle = { ours: 0.2, theirs: 0.2 }

test.group('Statistics of the bench', () => {
  test('the median lies between the two middle values of an even number', ({ assert }) => {
    assert.equal(median([9, 1, 5]), 5)
    assert.equal(median([8, 2, 4, 6]), 5)
    assert.equal(quantile([0, 10, 20, 30, 40], 0.99), 39.6)
  })

  test('the spread of five values is all of them', ({ assert }) => {
    // Red when one of five values is dropped as an outlier.
    assert.deepEqual(spreadOf([3, 100, 1, 2, 4]), { low: 1, high: 100 })
  })

  test('the spread of many values excludes the extremes', ({ assert }) => {
    const values = Array.from({ length: 20 }, (_, at) => at + 1)
    // The sign test's 90 % interval of 20 values is from the 6th to the 15th.
    assert.deepEqual(spreadOf(values), { low: 6, high: 15 })
  })
})

test.group('Verdicts of the bench', () => {
  test('a ratio holds when its whole spread does', ({ assert }) => {
    const ratios = [0.61, 0.64, 0.62, 0.7, 0.63]
    assert.equal(verdict(rate, { ours: ratios, theirs: ratios, ratios }, idle), 'holds')
  })

  test('a ratio misses when its whole spread does, with the factor', ({ assert }) => {
    const ratios = [0.3, 0.31, 0.29, 0.3, 0.28]
    const said = verdict(rate, { ours: ratios, theirs: ratios, ratios }, idle)
    assert.equal(said, 'misses by 2.0x')
  })

  test('the direction is reversed when less is better', ({ assert }) => {
    assert.equal(verdict(time, { ours: [8, 9, 9, 9, 8], ...none }, idle), 'holds')
    assert.equal(verdict(time, { ours: [20, 21, 20, 22, 20], ...none }, idle), 'misses by 2.0x')
  })

  test('there is no verdict when the spread includes the target', ({ assert }) => {
    // Red when only the median decides.
    const ratios = [0.59, 0.9, 0.9, 0.9, 0.9]
    const said = verdict(rate, { ours: ratios, theirs: ratios, ratios }, idle)
    assert.match(said, /^no verdict: the spread/)
  })

  test('there is no verdict from four pairs', ({ assert }) => {
    const ratios = [0.9, 0.9, 0.9, 0.9]
    assert.match(
      verdict(rate, { ours: ratios, theirs: ratios, ratios }, idle),
      /fewer than 5 pairs/
    )
  })

  test('there is no verdict when the load generator may have limited a side', ({ assert }) => {
    const of = (ratio: number, busiest: Partial<typeof idle>) => {
      const ratios = [ratio, ratio, ratio, ratio, ratio]
      return verdict(rate, { ours: ratios, theirs: ratios, ratios }, { ...idle, ...busiest })
    }
    // Red when a comparison counts in our favor although the baseline's load generator was full.
    assert.match(of(0.9, { theirs: 0.95 }), /load generator was full/)
    assert.equal(of(0.3, { theirs: 0.95 }), 'misses by 2.0x')
    assert.match(of(0.3, { ours: 0.95 }), /load generator was full/)
    assert.equal(of(0.9, { ours: 0.95 }), 'holds')
  })

  test('two builds differ when the whole spread does', ({ assert }) => {
    const of = (figure: Figure, ratios: number[]) =>
      difference(figure, { ours: [], theirs: [], ratios }, idle)
    assert.equal(of(rate, [1.1, 1.2, 1.3, 1.2, 1.1]), 'better')
    assert.equal(of(time, [1.1, 1.2, 1.3, 1.2, 1.1]), 'worse')
    assert.equal(of(rate, [0.99, 1.2, 1.3, 1.2, 1.1]), 'no difference seen')
  })
})

test.group('Pairs of the bench', () => {
  const line: PairedLine = {
    name: 'work',
    about: 'work',
    figures: { perSecond: rate },
    open: () => Promise.reject(new Error('not opened')),
  }

  test('both sides are warmed up, and take turns to start', async ({ assert }) => {
    const order: string[] = []
    const side = (name: string) => ({
      name,
      async measure() {
        order.push(name)
        return { perSecond: order.length }
      },
    })
    const measured = await measureInPairs(side('ours'), side('limit'), { pairs: 3 })
    const pairs = ['ours', 'limit', 'limit', 'ours', 'ours', 'limit']
    assert.deepEqual(order, ['ours', 'limit', ...pairs])
    // Figures exclude the warm-up. A ratio compares the values of one pair.
    const { ours, theirs, ratios } = valuesOf(measured, 'perSecond')
    assert.deepEqual(
      [ours, theirs],
      [
        [3, 6, 7],
        [4, 5, 8],
      ]
    )
    assert.deepEqual(ratios, [3 / 4, 6 / 5, 7 / 8])
  })

  test('a row contains median and spread of both sides and of their ratio', ({ assert }) => {
    const of = (values: number[]) => values.map((perSecond) => ({ perSecond }))
    const measured = {
      ours: of([1200, 1300, 1250, 1240, 1260]),
      theirs: of([2000, 2000, 2000, 2000, 2000]),
      busiest: idle,
    }
    const [row] = rowsOf(line, measured, { database: 'SQLite', limit: 'by hand' })
    assert.deepEqual(row, {
      what: 'work (SQLite)',
      ours: '1,250/s (1,200 to 1,300)',
      yardstick: 'by hand: 2,000/s (2,000 to 2,000)',
      ratio: '0.63 (0.60 to 0.65)',
      target: 'ratio at least 0.6, aim 0.75',
      verdict: 'holds',
    })
  })
})

test.group('Command of the bench', () => {
  test('every line has a unique name and is listed', ({ assert }) => {
    const lines = [...pairedLines, ...onceLines]
    assert.lengthOf(new Set(lines.map(({ name }) => name)), lines.length)
    const help = usage(lines)
    for (const { name, about } of lines) assert.include(help, `${about}`, name)
  })

  test('five pairs are the default, and invalid arguments are reported', ({ assert }) => {
    assert.equal(readArguments(['list']).pairs, 5)
    assert.deepInclude(readArguments(['list', '--against', 'main', '--pairs', '9']), {
      names: ['list'],
      against: 'main',
      pairs: 9,
    })
    assert.throws(() => readArguments(['--pairs', 'many']), /not a number of pairs/)
    assert.throws(() => readArguments(['--fast']), /--fast/)
  })
})
