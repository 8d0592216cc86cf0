// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import { createColors } from '../src/output/colors.js'
import { writeTable } from '../src/output/table.js'

test.group('CLI tables', () => {
  const rows = [
    {
      id: '869c0e6a-1269-47bf-9fad-04d0efc4e984',
      flow: 'Announce arrivals to customs',
      status: 'completed',
    },
    { id: 'c03c8104-6b9a-4a18-8a2a-817b32613c00', flow: 'Book a slot', status: 'failed' },
  ]

  /** The output of a terminal with this width. */
  async function at(columns: number): Promise<string[]> {
    let shown = ''
    const output = { isTTY: true, columns, write: (text: string) => Boolean((shown += text)) }
    const titles = [
      { title: 'Id', text: (row: (typeof rows)[0]) => row.id, whole: true as const },
      { title: 'Flow', text: (row: (typeof rows)[0]) => row.flow },
      { title: 'Status', text: (row: (typeof rows)[0]) => row.status },
    ]
    await writeTable(output as never, createColors(false), titles, rows, true)
    return shown.trimEnd().split('\n')
  }

  // Red when the widest column is cut regardless of its kind, or all columns stay in a terminal that is too
  // narrow.
  test('a narrow terminal cuts names, then drops columns, and never cuts an id', async ({
    assert,
  }) => {
    const [first] = rows
    const widths = { 80: 'Announce arrivals to customs  completed', 60: 'Announce…  completed' }
    for (const [width, rest] of Object.entries(widths)) {
      const lines = await at(Number(width))
      assert.equal(lines[1], `${first!.id}  ${rest}`)
      assert.isTrue(lines.every((line) => line.length <= Number(width)))
    }
    const [titles, line] = await at(50)
    assert.match(titles!, /^ID +FLOW$/)
    assert.isTrue(line!.startsWith(`${first!.id}  Annou`))
  })
})
