import { fold, foldedLetters } from '../ground/fold.js'
import { perApplication } from '../ground/application.js'
import { fieldStart, sideTable, type TextIndex } from './text_index.js'

/** SQLite: the trigrams of all texts. */
export const trigramTable = (table: string) => `${sideTable(table)}_text`

/**
 * Rows are indexed so many at a time, by whose insert makes the dozens full: FTS5 writes a segment for each transaction
 * and merges it again and again, so that a row indexed by itself costs ten times as much.
 */
const batch = 128

/** Rows beyond it are not indexed yet: fewer than a batch. */
export const indexedUpTo = (table: string) =>
  `(select seq - seq % ${batch} from sqlite_sequence where name = '${sideTable(table)}')`

/** How much of a segment may be deleted before it is written anew, in percent; FTS5's own is 10. */
const deletedPercent = 75

/**
 * SQL that lets FTS5 leave what is deleted in the index until it is most of a segment. A segment is written anew within the
 * commit that finds it due: whoever deletes the oldest of many rows had it written ten times, and everybody waited for seconds.
 * (sqlite.org/fts5.html, "The 'deletemerge' Configuration Option")
 */
export const mergeDeletedLate = (texts: string) =>
  `insert into ${texts} (${texts}, rank) values ('deletemerge', ${deletedPercent})`

const digits = '0123456789abcdef'
const digitAt = (id: string, place: number) => `instr('${digits}', substr(${id}, ${place}, 1))`
/** First of the characters that Unicode leaves to private use; there are 6,400. */
const privateUse = 0xe000

/**
 * SQL for the trigram that stands for a tenant: three private characters, from the last nine digits of the id, which are
 * random. Tenants that share them find more to look at, and never more.
 */
export const tenantTrigram = (id: string) =>
  [-9, -6, -3]
    .map((place) => {
      const weighed = [256, 16, 1].map((weight, at) => `${digitAt(id, place + at)} * ${weight}`)
      return `char(${privateUse} + ${weighed.join(' + ')})`
    })
    .join(' || ')

/**
 * Characters that FTS5 and `fold` have the same small letter for: those without case, and the alphabets that were
 * whole long ago. SQLite's table of letters is older than Node's.
 */
const agreed =
  /^[ -\u0130\u0132-\u019a\u019c-\u024f\u0370-\u03f2\u03f4-\u0527\u0531-\u0587\u1e00-\u1fff]$/u
export const isAgreed = (character: string): boolean =>
  (agreed.test(character) && !hasOpenCapital(character)) ||
  character.toLowerCase() === character.toUpperCase()

/**
 * Small letters whose capital is a letter and a mark (`ẖ`, `ǰ`, `ΐ`): `fold` joins both to the small one, and FTS5 does not.
 */
const hasOpenCapital = (character: string): boolean =>
  [...character.toUpperCase().normalize('NFC')].length > 1

/**
 * Letters that are written into the index as `fold` has them, because FTS5 would not: it makes one letter of one letter, by its
 * own table. Others it does not know are such that nothing is asked for by them (`isAgreed`).
 */
const written = perApplication(() => {
  const letters = foldedLetters().filter(([letter, folded]) => {
    const parts = [...folded]
    return parts.some(isAgreed) && (parts.length > 1 || letter === '\u0130' || !isAgreed(letter))
  })
  return [...withMarks(), ...letters, ['i\u0307', fold('i\u0307')] as const]
})

/** These letters, each with a mark that joins what `fold` makes of the letter, and not the letter itself. */
const withMarks = () =>
  ['ß', 'ẞ', 'ı', '\u0130', 'i\u0307'].flatMap((letter) =>
    marks
      .map((mark) => [letter + mark, fold(letter + mark)] as const)
      .filter(
        ([text, folded]) => text.normalize('NFC') === text && folded.length === fold(letter).length
      )
  )
/** The marks of Latin letters. */
const marks = Array.from({ length: 0x31 }, (_, at) => String.fromCharCode(0x300 + at))

/** Whether a text holds any of these letters, as SQL. Most texts are ASCII, so that is checked first. */
const needsWriting = (sql: string): string => {
  // Those with a mark are found by what they have in common with those without.
  const without = written().slice(withMarks().length)
  const characters = new Set(without.map(([letter]) => letter.at(-1)!))
  return `${sql} glob '*[^' || char(1) || '-~]*' and ${sql} glob '*[${[...characters].join('')}]*'`
}

/** A row's texts. No function of ours: the index is written by whichever driver is there (`SQLITE_DRIVER`). */
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
 * Statements that index a table's texts and keep the index with its rows. Implicit row ids change with VACUUM, so each
 * row gets a number, and a new one with new texts: numbers rise, and the newest are those not indexed yet.
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

/** SQL for the triggers that say what an index is made of: `name` is the side table, `sql` how its texts are kept. */
export const sqliteIndexes = `select substr(name, 1, length(name) - 7) as side, tbl_name as "table", sql
  from sqlite_schema where type = 'trigger' and name glob '*_search_update'`

/** What an index is made of, by what `sqliteIndexes` finds. */
export function indexOf({ table, sql }: { table: string; sql: string }): TextIndex {
  const [, watched = ''] = /after update of ([\w, ]+?) on /i.exec(sql) ?? []
  const columns = watched.split(', ')
  return { table, columns: columns.slice(0, -1), owner: columns.at(-1)! }
}

/**
 * Statements that fold an index of an older version as this version does. New rows are folded from now on. Rows with
 * letters that FTS5 does not fold get a new number, and so they are indexed again.
 */
export function foldSqliteIndex(index: TextIndex): string[] {
  const { table, columns, owner } = index
  const side = sideTable(table)
  const given = columns.map((column) => `coalesce(${column}, '')`).join(" || '\n' || ")
  const rows = `select id, ${owner} as tenant from (
    select id, ${owner}, ${given} as given from ${table}
  ) where ${needsWriting('given')}`
  return [
    `drop trigger ${side}_batch`,
    createBatch(index),
    `create temp table folded_anew as ${rows}`,
    `delete from ${side} where id in (select id from folded_anew)`,
    `insert into ${side} (id, tenant) select id, tenant from folded_anew`,
    'drop table folded_anew',
  ]
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
