import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import {
  contrast,
  contrastToPage,
  minContrast,
  pages,
  nearestReadable,
  textColorOn,
} from '../contracts/colors.js'
import { colorsOf, ratiosOf, unreadableOf } from '../contracts/looks.js'

const every = [
  '#000000',
  '#ffffff',
  '#18181b',
  '#ffff00',
  '#0f766e',
  '#1d4ed8',
  '#ff0000',
  '#777777',
]

test.group('Readable colors', () => {
  // Values from WCAG's examples and from other calculators.
  test('contrast is that of WCAG 2.2', ({ assert }) => {
    assert.closeTo(contrast('#000000', '#ffffff'), 21, 0.001)
    assert.closeTo(contrast('#777777', '#ffffff'), 4.478, 0.001)
    assert.closeTo(contrast('#ffffff', '#767676'), 4.542, 0.001)
    assert.equal(contrast('#0f766e', '#0f766e'), 1)
  })

  // Red when textColorOn returns white for every color, or nearestReadable stops a step early.
  test('all colors are readable in both themes, for any choice', ({ assert }) => {
    for (const primaryColor of every) {
      for (const accentColor of [null, ...every]) {
        const colors = colorsOf({ primaryColor, accentColor })!
        for (const theme of ['light', 'dark'] as const) {
          const { text, part, link } = ratiosOf(colors[theme], theme)
          assert.isAtLeast(text, minContrast, primaryColor)
          assert.isAtLeast(part, minContrast, primaryColor)
          assert.isAtLeast(link, minContrast, String(accentColor))
        }
      }
    }
    assert.equal(textColorOn('#ffff00'), '#000000')
    assert.containSubset(colorsOf({ primaryColor: null, accentColor: '#1d4ed8' }), {
      light: { primary: '#18181b', accent: '#1d4ed8' },
    })
    assert.isNull(colorsOf({ primaryColor: null, accentColor: null }))
  })

  test('a refused color has a nearest one, which is accepted', ({ assert }) => {
    const [found] = unreadableOf({ primaryColor: '#ffff00', accentColor: null })
    assert.containSubset(found, { field: 'primaryColor', needed: minContrast })
    assert.isBelow(found!.ratio, 1.1)
    assert.isAtLeast(contrastToPage(found!.nearest, 'light'), minContrast)
    assert.deepEqual(unreadableOf({ primaryColor: found!.nearest, accentColor: null }), [])
    assert.lengthOf(unreadableOf({ primaryColor: '#777777', accentColor: '#0f766e' }), 1)
    assert.equal(nearestReadable('#0f766e', 'light', minContrast), '#0f766e')
  })

  // Red when the console's pages get another color: the checked colors differ from the rendered ones.
  test('pages have the colors of the console', async ({ assert }) => {
    const palette = await readFile('admin/src/kit/theme/palette.ts', 'utf8')
    for (const [page, paper] of [pages.light, pages.dark]) {
      assert.include(palette, `background: { default: '${page}', paper: '${paper}' }`)
    }
  })
})
