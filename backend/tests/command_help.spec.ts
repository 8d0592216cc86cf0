import { test } from '@japa/runner'
import { ConsoleCommand } from '@crossdock/backend/testing'
import { freshDatabase } from '@crossdock/kernel/testing'
import { counted, sized } from '../commands/words.js'

test.group('The help of node ace', () => {
  // Red when a bare --help is passed on, which printed the help of "list". Also red when an example is inside
  // fences.
  test('lists the commands, and shows an example of each', async ({ assert, cleanup }) => {
    const database = await freshDatabase()
    cleanup(() => database.remove())
    const said = (...args: string[]) => new ConsoleCommand(database, args).done()
    assert.match(await said('--help'), /^ +second-factor:reset /m)
    const backup = await said('backup', '--help')
    assert.match(backup, /node ace backup \/srv\/backup/)
    assert.notInclude(backup, '```')
  })

  test('counts and sizes are readable', ({ assert }) => {
    assert.deepEqual(
      [counted(1, 'pack', 'packs'), counted(0, 'pack', 'packs'), counted(2, 'pack', 'packs')],
      ['1 pack', '0 packs', '2 packs']
    )
    assert.deepEqual([sized(0), sized(1023), sized(2_390_187)], ['0 B', '1023 B', '2.3 MiB'])
  })
})
