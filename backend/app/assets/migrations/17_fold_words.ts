import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { Schema } from '@crossdock/kernel/database'
import { fold } from '@crossdock/kernel/http'

/**
 * Brings search texts into the form that `metadata_values.ts` and `tag.ts` write from now on: words and tag keys are folded, metadata
 * texts are in NFC. Only texts beyond ASCII change. Where two tags of a file fold to the same key, one keeps its old key; the other
 * finds the file.
 */
export default class extends Schema {
  override async up() {
    if (this.postgres) this.changeRows(['assets', 'asset_tags', 'asset_metadata'], ...postgres)
    else this.defer(foldOnSqlite)
  }

  // An older release also finds folded texts.
  override async down() {}
}

const beyondAscii = (column: string) => `octet_length(${column}) <> length(${column})`

const postgres = [
  `update assets set words = public.crossdock_fold(words)
   where ${beyondAscii('words')} and words <> public.crossdock_fold(words)`,
  `update asset_tags as one set tag_key = public.crossdock_fold(tag)
   where ${beyondAscii('tag')} and tag_key <> public.crossdock_fold(tag) and not exists (
     select from asset_tags as other where other.asset_id = one.asset_id and other.id <> one.id and (
       other.tag_key = public.crossdock_fold(one.tag)
       or other.id < one.id and public.crossdock_fold(other.tag) = public.crossdock_fold(one.tag)
     )
   )`,
  `do $do$ begin
     if getdatabaseencoding() = 'UTF8' then
       update asset_metadata set text_value = normalize(text_value, NFC)
       where ${beyondAscii('text_value')} and text_value is not NFC normalized;
     end if;
   end $do$`,
]

const slice = 500

/** Folds in JavaScript, 500 rows at a time: one of the SQLite drivers accepts no custom functions. */
async function foldOnSqlite(client: QueryClientContract): Promise<void> {
  const tables = [
    { table: 'assets', from: 'words', to: 'words', make: fold },
    { table: 'asset_tags', from: 'tag', to: 'tag_key', make: fold },
    {
      ...{ table: 'asset_metadata', from: 'text_value', to: 'text_value' },
      make: (text: string) => text.normalize('NFC'),
    },
  ]
  for (const { table, from, to, make } of tables) {
    const read = `select id, ${from} as given, ${to} as former from ${table}
      where id > ? and ${from} glob '*[^' || char(1) || '-~]*' order by id limit ${slice}`
    let last = ''
    for (;;) {
      const rows: { id: string; given: string; former: string }[] = await client.rawQuery(read, [
        last,
      ])
      for (const { id, given, former } of rows) {
        const made = make(given)
        if (made === former) continue
        await client.rawQuery(`update or ignore ${table} set ${to} = ? where id = ?`, [made, id])
      }
      if (rows.length < slice) break
      last = rows.at(-1)!.id
    }
  }
}
