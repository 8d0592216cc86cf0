import type { System } from '@crossdock/client'
import {
  Badge,
  Fact,
  Facts,
  formatBytes,
  formatInteger,
  RelativeTime,
  Section,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** The storage of file content and its state. */
export function StorageSection({ storage }: { storage: NonNullable<System['storage']> }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`system.storage.${key}`)
  const { kind, bytes, freeBytes, damagedParts, verifiedAt, givenBackAt } = storage
  return (
    <Section title={text('title')}>
      <Facts>
        <Fact label={text('kind')}>{text(kind)}</Fact>
        <Fact label={text('used')}>{formatBytes(bytes)}</Fact>
        <Fact label={text('free')}>
          {freeBytes === null ? text('unknown') : formatBytes(freeBytes)}
        </Fact>
        <Fact label={text('damaged')}>
          {damagedParts === 0 ? (
            text('none')
          ) : (
            <Badge variant="destructive">{formatInteger(damagedParts)}</Badge>
          )}
        </Fact>
        <Fact label={text('verified')}>
          {verifiedAt ? <RelativeTime time={verifiedAt} /> : text('never')}
        </Fact>
        <Fact label={text('givenBack')}>
          {givenBackAt ? <RelativeTime time={givenBackAt} /> : text('never')}
        </Fact>
      </Facts>
    </Section>
  )
}
