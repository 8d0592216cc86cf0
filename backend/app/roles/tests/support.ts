import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import type { Caller, TestApp, TestTenant } from '@crossdock/backend/testing'

export interface Role {
  id: string
  key: string
  name: string
  description: string | null
  isBuiltIn: boolean
  permissions: string[]
  unknownPermissions: string[]
  holders: number
}

export interface Refused {
  code: string
  message: string
}

export interface Person {
  id: string
  email: string
  as: Caller
}

/** Calls the API for roles of one tenant. */
export class RoleLab {
  constructor(
    readonly app: TestApp,
    readonly tenant: TestTenant
  ) {}

  make(name: string, permissions: string[] = [], as = this.tenant.admin): Promise<Role> {
    return this.app.ok('POST', '/api/roles', { as, body: { name, permissions } })
  }

  /** A role with an unused name. */
  some(permissions: string[] = []): Promise<Role> {
    return this.make(`role ${crypto.randomUUID()}`, permissions)
  }

  change(id: string, body: object, as: Caller = this.tenant.admin) {
    return this.app.call<Role & Refused>('PUT', `/api/roles/${id}`, { as, body })
  }

  delete(id: string, replacement?: string, as: Caller = this.tenant.admin) {
    const query = replacement === undefined ? '' : `?replacement=${replacement}`
    return this.app.call<Refused>('DELETE', `/api/roles/${id}${query}`, { as })
  }

  show(id: string): Promise<Role> {
    return this.app.ok('GET', `/api/roles/${id}`, { as: this.tenant.admin })
  }

  list(query = '', as: Caller = this.tenant.admin): Promise<Role[]> {
    return this.app.ok('GET', `/api/roles${query}`, { as })
  }

  /** A signed-in person with a role. */
  async person(role: string): Promise<Person> {
    const email = `${crypto.randomUUID()}@${this.tenant.subdomain}.example`
    const operator = await this.app.superAdmin()
    // Invitations of operators have no limit.
    const as = { headers: { ...operator.headers, 'x-tenant': this.tenant.id } }
    const { id } = await this.app.ok<{ id: string }>('POST', '/api/users', { as, body: { email } })
    await this.become(id, role)
    return { id, email, as: await this.app.signIn(email, this.tenant.subdomain) }
  }

  /** Gives a role to a person who has not signed in yet. */
  async become(id: string, role: string): Promise<void> {
    await this.app.inside(() =>
      asOperator('a test gives a person a role', async () =>
        unscoped().from('users').where({ id }).update({ role })
      )
    )
  }

  async token(as: Caller, scopes: string[]): Promise<Caller> {
    const body = { name: 'narrow', scopes }
    const { token } = await this.app.ok<{ token: string }>('POST', '/api/api-tokens', { as, body })
    return { headers: { authorization: `Bearer ${token}` } }
  }

  async mayDo(as: Caller): Promise<string[]> {
    const me = await this.app.ok<{ permissions: string[] }>('GET', '/api/auth/me', { as })
    return me.permissions
  }

  async roleOf(person: Pick<Person, 'id'>): Promise<string> {
    const path = `/api/users?filter=${encodeURIComponent(JSON.stringify({ id: person.id }))}`
    const [user] = await this.app.ok<{ role: string }[]>('GET', path, { as: this.tenant.admin })
    return user!.role
  }
}
