import { Schema } from '@crossdock/kernel/database'

/** Mailed codes and links, browser sessions, and known browsers. Of every secret, only the hash is stored. */
export default class extends Schema {
  override async up() {
    this.#createMagicTokens()
    this.#createSessions()
    // Browsers from which people of tenants have signed in. Rows outlive sessions, so that a new browser can be
    // reported. A person has at most some dozens (`noteDevice`), and their deletion deletes them.
    this.createTenantTable(
      'known_devices',
      (table) => {
        table.string('user_id', 36).notNullable()
        table.string('device', 100).notNullable()
        table.unique(['tenant_id', 'user_id', 'device'])
      },
      { references: { user_id: 'users' } }
    )
    for (const closing of closings) this.#endSignIns(closing)
  }

  #createMagicTokens(): void {
    this.createTenantTable(
      'magic_tokens',
      (table) => {
        table.string('email', 254).notNullable()
        // The account to sign in; null for an unknown address, so that both look alike from outside.
        table.string('user_id', 36).nullable()
        table.string('token', 64).notNullable().unique()
        // The default marks a link without a code, because no hash has that form.
        table.string('code', 64).notNullable().defaultTo('000000')
        table.integer('attempts').notNullable().defaultTo(0)
        table.boolean('used').notNullable().defaultTo(false)
        this.instant(table, 'expires_at').notNullable()
        // Hash of the secret in the requesting browser's cookie; null when no browser requested the mail.
        table.string('browser', 64).nullable()
        // The links of one mail have the same id.
        table.string('request_id', 36).nullable()
        table.index(['email', 'expires_at'])
        table.index(['expires_at'])
        table.index(['email', 'browser', 'id'])
        table.index(['request_id', 'id'])
        // For the deletion of a tenant in batches.
        table.index(['tenant_id'])
      },
      ofPerson
    )
  }

  #createSessions(): void {
    this.createTenantTable(
      'sessions',
      (table) => {
        table.string('user_id', 36).notNullable()
        table.string('token', 64).notNullable().unique()
        table.string('ip', 45).nullable()
        table.string('user_agent', 255).nullable()
        this.instant(table, 'last_seen_at').notNullable()
        this.instant(table, 'expires_at').notNullable()
        // The person's last proof; sign-in counts as one.
        this.instant(table, 'proved_at').nullable()
        this.instant(table, 'second_factor_at').nullable()
        // Whether an identity provider started the session: with `ssoOnly` no other session is valid.
        table.boolean('by_provider').notNullable().defaultTo(false)
        table.index(['user_id', 'last_seen_at', 'id'])
        table.index(['expires_at'])
        table.index(['user_id', 'created_at', 'id'])
      },
      ofPerson
    )
  }

  /**
   * Deactivating a person or a tenant ends their sessions and links permanently, in the same transaction.
   * Reactivation must not revive them. Sessions only expire (`expires_at` is `created_at`), so that a browser can
   * learn why its session ended. This is a trigger, because the domains that own these columns know nothing
   * about sessions, and operators change the columns manually.
   */
  #endSignIns({ table, column, owner, closed }: Closing): void {
    const name = `${table}_end_sign_ins`
    const ending = ['update sessions set expires_at = created_at', 'delete from magic_tokens']
      .map((change) => `${change} where ${owner} = new.id;`)
      .join(' ')
    if (!this.postgres) {
      this.schema.raw(
        `create trigger ${name} after update of ${column} on ${table} when ${closed} begin ${ending} end`
      )
      return
    }
    this.schema.raw(
      `create function ${name}() returns trigger language plpgsql as $$ begin ${ending} return null; end $$`
    )
    this.schema.raw(
      `create trigger ${name} after update of ${column} on ${table} for each row when (${closed}) execute function ${name}()`
    )
  }
}

/** A session or link of a tenant belongs to a person of that tenant; those of super administrators have no tenant. */
const ofPerson = { nullable: true, references: { user_id: 'users' } }

interface Closing {
  table: string
  column: string
  /** The column that finds the affected sessions and links. */
  owner: string
  closed: string
}

/** Changes that end sign-in. */
const closings: Closing[] = [
  {
    table: 'users',
    column: 'is_active',
    owner: 'user_id',
    closed: 'not new.is_active',
  },
  {
    table: 'tenants',
    column: 'status',
    owner: 'tenant_id',
    closed: "new.status <> 'active'",
  },
]
