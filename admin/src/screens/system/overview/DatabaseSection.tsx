import type { System } from '@crossdock/client'
import { Fact, Facts, formatBytes, formatInteger, Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** The kind, size and schema version of the database. */
export function DatabaseSection({ database }: { database: NonNullable<System['database']> }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`system.database.${key}`, values)
  const { kind, version, bytes, migrations, lastMigration } = database
  return (
    <Section title={text('title')}>
      <Facts>
        <Fact label={text('kind')}>{text(kind, { version })}</Fact>
        <Fact label={text('size')}>{formatBytes(bytes)}</Fact>
        <Fact label={text('migrations')}>
          {text('migrationsValue', {
            count: formatInteger(migrations),
            name: lastMigration?.split('/').at(-1) ?? '–',
          })}
        </Fact>
      </Facts>
    </Section>
  )
}
