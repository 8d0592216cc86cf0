import { domainToASCII, domainToUnicode } from 'node:url'
import { Schema } from '@crossdock/kernel/database'

interface Person {
  id: string
  tenant_id: string | null
  email: string
}

/** The domain as people read it, however it was typed: by that form people are looked for from now on. */
function oneForm(email: string): string {
  const at = email.lastIndexOf('@') + 1
  return email.slice(0, at) + domainToUnicode(domainToASCII(email.slice(at)))
}

/** Brings the addresses that are there into the one form. Somebody whose other form a second row has stays as they are. */
export default class extends Schema {
  async up() {
    const beyondAscii = this.postgres ? `email ~ '[^ -~]'` : `email glob '*[^ -~]*'`
    this.defer(async (client) => {
      // Forced row-level security would hide every row from the owner, too.
      if (this.postgres) await client.rawQuery('alter table users no force row level security')
      const people: Person[] = await client
        .from('users')
        .select('id', 'tenant_id', 'email')
        .whereRaw(`(email like '%@%xn--%' or ${beyondAscii})`)
      for (const { id, tenant_id, email } of people) {
        const form = oneForm(email)
        if (form === email || form.endsWith('@')) continue
        const taken = await client.from('users').where({ tenant_id, email: form }).first()
        if (!taken) await client.from('users').where('id', id).update({ email: form })
      }
      if (this.postgres) await client.rawQuery('alter table users force row level security')
    })
  }

  /** Which form they had is not known any more, and both lead to the same mailbox. */
  async down() {}
}
