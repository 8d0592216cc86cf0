import { Readable } from 'node:stream'
import { contentStore } from '@crossdock/kernel/storage'
import { inTenant } from '@crossdock/kernel/tenancy'
import { test } from '@japa/runner'
import { putFiles, type GivenFile } from '../actions/put_files.js'
import { assetsApp } from './support.js'

/** One file more than fits into a transaction. Putting that file fails `times` times. */
async function filesThatMeet(code: string, times: number): Promise<GivenFile[]> {
  let left = times
  const given: GivenFile[] = []
  for (let at = 0; at <= 200; at++) {
    const bytes = Buffer.from(`file ${at}`)
    const content = await contentStore.use().write(Readable.from([bytes]), { maxBytes: 100 })
    const file = { parentId: null, name: `f${at}.txt`, mimeType: 'text/plain', content }
    given.push({ path: file.name, file })
  }
  const last = given.at(-1)!
  const { name } = last.file as { name: string }
  Object.defineProperty(last.file, 'name', {
    get() {
      if (left-- > 0) throw Object.assign(new Error('a conflict with other writers'), { code })
      return name
    },
  })
  return given
}

test.group('Files after those of the first transaction', (group) => {
  const assets = assetsApp(group)

  /** Red when the error is final immediately, or reported as an unknown error. */
  test('are put again when {code} comes {times} times')
    .with([
      { code: '40P01', times: 1, fate: 'created', expected: null },
      { code: '40P01', times: 2, fate: 'refused', expected: 'E_DATABASE_BUSY' },
      { code: '08006', times: 1, fate: 'refused', expected: 'E_DATABASE_AWAY' },
    ])
    .run(async ({ assert }, { code, times, fate, expected }) => {
      const { id } = await assets.tenant()
      const fates = await inTenant(id, async () => putFiles(await filesThatMeet(code, times)))
      assert.lengthOf(fates, 201)
      assert.isTrue(fates.slice(0, 200).every((one) => one.fate === 'created'))
      const last = fates.at(-1)!
      assert.deepEqual([last.fate, last.code], [fate, expected])
    })
})
