import { setTimeout as delay } from 'node:timers/promises'
import { call, type Caller } from '@crossdock/kernel/testing'
import { fileOfPeople } from './file.js'

interface Import {
  id: string
  state: string
  errors: number
  done: number
}

/** More frequent polling would slow the import down. */
const pollMs = 250

/**
 * Imports a file of this many people, and waits until all exist. Returns the seconds.
 * @throws when one is missing
 */
export async function importPeople(url: string, as: Caller, count: number): Promise<number> {
  const form = new FormData()
  form.set('file', new Blob([fileOfPeople(count)], { type: 'text/csv' }), 'people.csv')
  const begin = performance.now()
  const sent = await call<Import>(url, 'POST', '/api/users/import', { as, body: form })
  if (sent.status !== 201) {
    throw new Error(`An import was answered ${sent.status} ${JSON.stringify(sent.body)}.`)
  }
  let file = sent.body
  while (file.state === 'reading' || file.state === 'running') {
    await delay(pollMs)
    file = (await call<Import>(url, 'GET', `/api/users/imports/${file.id}`, { as })).body
  }
  if (file.state !== 'done' || file.done !== count || file.errors > 0) {
    throw new Error(`An import of ${count} people ended as ${JSON.stringify(file)}.`)
  }
  return (performance.now() - begin) / 1000
}
