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

/** FTS5 ignores case letter by letter; JavaScript makes two letters of this one. */
const dottedI = '\u0130'

/** A row's texts. No function of ours: the index is written by whichever driver is there (`SQLITE_DRIVER`). */
const textsOf = ({ columns, owner }: TextIndex, row: string) =>
  [
    ...columns.map(
      (column) =>
        `'${fieldStart}' || replace(coalesce(${row}.${column}, ''), '${dottedI}', '${dottedI.toLowerCase()}')`
    ),
    `'\n' || ${tenantTrigram(`coalesce(${row}.${owner}, '')`)}`,
  ].join(' || ')

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
  const add = (condition: string) =>
    `insert into ${texts} (rowid, texts)
     select s.num, ${textsOf(index, 't')} from ${side} s join ${table} t on t.id = s.id
     where ${condition} order by s.num`
  return [
    `create table ${side} (num integer primary key autoincrement, id text not null unique, tenant text)`,
    `create virtual table ${texts} using fts5(
       texts, content='', contentless_delete=1, tokenize='trigram', detail=none
     )`,
    mergeDeletedLate(texts),
    `insert into ${side} (id, tenant) select id, ${owner} from ${table} order by created_at, id`,
    add(`s.num <= ${indexedUpTo(table)}`),
    `create trigger ${side}_batch after insert on ${side} when new.num % ${batch} = 0 begin
       ${add(`s.num > new.num - ${batch}`)};
     end`,
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

/** Undoes `createSqliteIndex`. */
export function dropSqliteIndex(table: string): string[] {
  const side = sideTable(table)
  return [
    ...['insert', 'update', 'delete'].map((event) => `drop trigger ${side}_${event}`),
    `drop table ${trigramTable(table)}`,
    `drop table ${side}`,
  ]
}
