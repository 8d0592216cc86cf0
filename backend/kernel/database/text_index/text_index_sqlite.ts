import { fold, foldedLetters } from '../../ground/fold.js'
import { perApplication } from '../../ground/application.js'
import { fieldStart, sideTable, type TextIndex } from './text_index.js'

/** SQLite: name of the trigram index with all texts of a table. */
export const trigramTable = (table: string) => `${sideTable(table)}_text`

/**
 * Number of rows in a batch. The insert that completes a batch indexes it. FTS5 writes a segment per
 * transaction and merges it repeatedly, so a row that is indexed alone costs ten times as much.
 */
const batch = 128

/** Returns SQL for the number of the last indexed row. Fewer rows than a batch follow. */
export const indexedUpTo = (table: string) =>
  `(select seq - seq % ${batch} from sqlite_sequence where name = '${sideTable(table)}')`

/** Share of deleted entries at which a segment is rewritten, in percent; the default of FTS5 is 10. */
const deletedPercent = 75

/**
 * Returns SQL that lets FTS5 keep deleted entries until they are most of a segment. A commit rewrites each
 * segment that is due. With the default, deleting the oldest of many rows rewrote a segment ten times and
 * blocked all requests for seconds. (sqlite.org/fts5.html, "The 'deletemerge' Configuration Option")
 */
export const mergeDeletedLate = (texts: string) =>
  `insert into ${texts} (${texts}, rank) values ('deletemerge', ${deletedPercent})`

const digits = '0123456789abcdef'
const digitAt = (id: string, place: number) => `instr('${digits}', substr(${id}, ${place}, 1))`
/** First of the 6,400 characters that Unicode reserves for private use. */
const privateUse = 0xe000

/**
 * Returns SQL for the trigram of a tenant: three private-use characters, from the last nine digits of its id,
 * which are random. Tenants with the same trigram read more candidates, but never see each other's rows.
 */
export const tenantTrigram = (id: string) =>
  [-9, -6, -3]
    .map((place) => {
      const weighed = [256, 16, 1].map((weight, at) => `${digitAt(id, place + at)} * ${weight}`)
      return `char(${privateUse} + ${weighed.join(' + ')})`
    })
    .join(' || ')

/**
 * Matches characters that FTS5 and `fold` lowercase alike: those without case, and alphabets completed long
 * ago. SQLite's letter table is older than Node's.
 */
const agreed =
  /^[ -\u0130\u0132-\u019a\u019c-\u024f\u0370-\u03f2\u03f4-\u0527\u0531-\u0587\u1e00-\u1fff]$/u
export const isAgreed = (character: string): boolean =>
  (agreed.test(character) && !hasOpenCapital(character)) ||
  character.toLowerCase() === character.toUpperCase()

/**
 * Whether the capital of a lowercase letter is a letter and a mark (`ẖ`, `ǰ`, `ΐ`). `fold` turns both forms
 * into the lowercase letter, FTS5 does not.
 */
const hasOpenCapital = (character: string): boolean =>
  [...character.toUpperCase().normalize('NFC')].length > 1

/**
 * Letters that are folded before they are written into the index, because FTS5 would fold them differently: it
 * maps single letters by its own table. Searches never use other letters that FTS5 does not know (`isAgreed`).
 */
const written = perApplication(() => {
  const letters = foldedLetters().filter(([letter, folded]) => {
    const parts = [...folded]
    return parts.some(isAgreed) && (parts.length > 1 || letter === '\u0130' || !isAgreed(letter))
  })
  return [...withMarks(), ...letters, ['i\u0307', fold('i\u0307')] as const]
})

/** Returns these letters with each mark that combines with the folded letter but not with the letter itself. */
const withMarks = () =>
  ['ß', 'ẞ', 'ı', '\u0130', 'i\u0307'].flatMap((letter) =>
    marks
      .map((mark) => [letter + mark, fold(letter + mark)] as const)
      .filter(
        ([text, folded]) => text.normalize('NFC') === text && folded.length === fold(letter).length
      )
  )
/** Combining marks of Latin letters. */
const marks = Array.from({ length: 0x31 }, (_, at) => String.fromCharCode(0x300 + at))

/** Returns SQL that checks whether a text contains these letters. Most texts are ASCII, so that is checked first. */
const needsWriting = (sql: string): string => {
  // A letter with a mark is found by its last character.
  const without = written().slice(withMarks().length)
  const characters = new Set(without.map(([letter]) => letter.at(-1)!))
  return `${sql} glob '*[^' || char(1) || '-~]*' and ${sql} glob '*[${[...characters].join('')}]*'`
}

/**
 * Returns SQL for a row's texts. It uses no custom functions, because either driver may write the index
 * (`SQLITE_DRIVER`).
 */
function textsOf({ columns, owner }: TextIndex, row: string): string {
  const texts = columns.map((column) => `'${fieldStart}' || coalesce(${row}.${column}, '')`)
  return `(select case when ${needsWriting('given')} then (
      with recursive folded(step, made) as (
        select 0, given union all
        select step + 1, replace(made, pair.value ->> 0, pair.value ->> 1)
        from folded join json_each('${JSON.stringify(written())}') as pair on pair.key = step
      ) select made from folded order by step desc limit 1
    ) else given end from (select ${texts.join(' || ')} as given))
    || '\n' || ${tenantTrigram(`coalesce(${row}.${owner}, '')`)}`
}

/**
 * Returns statements that create and update a table's text index. SQLite's row ids change with VACUUM, so each
 * row gets a number, and a new one when its texts change. So numbers rise, and the rows with the highest ones
 * are not indexed yet.
 */
export function createSqliteIndex(index: TextIndex): string[] {
  const { table, columns, owner } = index
  const side = sideTable(table)
  const texts = trigramTable(table)
  const watched = [...columns, owner]
  const differs = watched.map((column) => `old.${column} is not new.${column}`)
  const number = (row: string) =>
    `insert into ${side} (id, tenant) values (${row}.id, ${row}.${owner})`
  const add = (condition: string) => addTexts(index, condition)
  return [
    `create table ${side} (num integer primary key autoincrement, id text not null unique, tenant text)`,
    `create virtual table ${texts} using fts5(
       texts, content='', contentless_delete=1, tokenize='trigram', detail=none
     )`,
    mergeDeletedLate(texts),
    `insert into ${side} (id, tenant) select id, ${owner} from ${table} order by created_at, id`,
    add(`s.num <= ${indexedUpTo(table)}`),
    createBatch(index),
    `create trigger ${side}_forget after delete on ${side} when old.num <= ${indexedUpTo(table)} begin
       delete from ${texts} where rowid = old.num;
     end`,
    `create trigger ${side}_insert after insert on ${table} begin ${number('new')}; end`,
    `create trigger ${side}_update after update of ${watched.join(', ')} on ${table}
     when ${differs.join(' or ')} begin
       delete from ${side} where id = old.id;
       ${number('new')};
     end`,
    `create trigger ${side}_delete after delete on ${table} begin
       delete from ${side} where id = old.id;
     end`,
  ]
}

function addTexts(index: TextIndex, condition: string): string {
  const side = sideTable(index.table)
  return `insert into ${trigramTable(index.table)} (rowid, texts)
    select s.num, ${textsOf(index, 't')} from ${side} s join ${index.table} t on t.id = s.id
    where ${condition} order by s.num`
}

function createBatch(index: TextIndex): string {
  const side = sideTable(index.table)
  return `create trigger ${side}_batch after insert on ${side} when new.num % ${batch} = 0 begin
     ${addTexts(index, `s.num > new.num - ${batch}`)};
   end`
}

/** Undoes `createSqliteIndex`. */
export function dropSqliteIndex(table: string): string[] {
  const side = sideTable(table)
  return [
    ...['insert', 'update', 'delete'].map((event) => `drop trigger ${side}_${event}`),
    `drop table ${trigramTable(table)}`,
    `drop table ${side}`,
  ]
}
