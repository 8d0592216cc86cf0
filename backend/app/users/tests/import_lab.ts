import { until, type Caller, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { transaction } from '@crossdock/kernel/database'
import { enqueue } from '@crossdock/kernel/jobs'
import { inTenant } from '@crossdock/kernel/tenancy'
import { keepFile } from '../imports/kept_file.js'
import { runImport } from '../job_refs.js'
import { UserImport } from '../models/user_import.js'

export interface Import {
  id: string
  state: string
  total: number
  invites: number
  changes: number
  unchanged: number
  errors: number
  done: number
  mailed: number
  message: string
}

interface Row {
  line: number
  outcome: string
  email: string
  role: string
  changes: string[]
  field: string | null
  message: string | null
}

export interface Person {
  id: string
  email: string
  firstName: string | null
  role: string
  status: string
}

/** Imports files, by default as the tenant's administrator. */
export class ImportLab {
  constructor(
    private readonly app: TestApp,
    private readonly tenant: TestTenant
  ) {}

  send(file: string | Uint8Array, query = '?dryRun=true', as: Caller = this.tenant.admin) {
    const form = new FormData()
    form.set('file', new Blob([file as string], { type: 'text/csv' }), 'people.csv')
    return this.app.call<Import>('POST', `/api/users/import${query}`, { as, body: form })
  }

  /** Waits until the import is read and, unless it is a dry run, finished. */
  done(id: string, as: Caller = this.tenant.admin): Promise<Import> {
    return until('the import to be done', async () => {
      const file = await this.app.ok<Import>('GET', `/api/users/imports/${id}`, { as })
      return file.state !== 'reading' && file.state !== 'running' && file
    })
  }

  /** Sends a file and waits for its end. */
  async follow(...given: Parameters<ImportLab['send']>): Promise<Import> {
    const { status, body } = await this.send(...given)
    if (status !== 201) throw new Error(`A file was answered ${status} ${JSON.stringify(body)}.`)
    return this.done(body.id, given[2])
  }

  /**
   * Runs the reading of a file again, as after an interruption.
   * @param userId the person who sent it
   */
  readAgain(id: string, csv: string, userId: string): Promise<void> {
    const again = () =>
      transaction(async () => {
        await UserImport.query().where('id', id).update({ state: 'reading' })
        await keepFile(id, Buffer.from(csv))
        await enqueue(runImport, { importId: id })
      })
    const actor = { type: 'user', id: userId, userId, label: 'person' } as const
    return this.app.inside(() => inTenant(this.tenant.id, again, { actor }))
  }

  /** A signed-in person with a role. */
  async person(name: string, role: string): Promise<{ id: string; email: string; as: Caller }> {
    const email = `${name}@${this.tenant.subdomain}.example`
    const { id } = await this.app.ok<Person>('POST', '/api/users', {
      as: this.tenant.admin,
      body: { email, role },
    })
    return { id, email, as: await this.app.signIn(email, this.tenant.subdomain) }
  }

  /** Gives a person another role. */
  async turn(id: string, role: string): Promise<void> {
    await this.app.ok('PUT', `/api/users/${id}`, { as: this.tenant.admin, body: { role } })
  }

  rowsOf(id: string, filter: object = {}): Promise<Row[]> {
    const query = new URLSearchParams({ filter: JSON.stringify(filter) }).toString()
    const path = `/api/users/imports/${id}/rows?${query}`
    return this.app.ok('GET', path, { as: this.tenant.admin })
  }

  async called(email: string): Promise<Person | undefined> {
    const path = `/api/users?search=${email}`
    return (await this.app.ok<Person[]>('GET', path, { as: this.tenant.admin }))[0]
  }
}
