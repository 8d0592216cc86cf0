import type { System } from '@crossdock/client'
import { Fact, Facts, formatBytes, RelativeTime, Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** The server process that answered. */
export function ServerSection({ server, node }: Pick<System, 'server' | 'node'>) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`system.server.${key}`, values)
  const { host, pid, role, startedAt, memoryBytes } = server
  return (
    <Section title={text('title')} description={text('text')}>
      <Facts>
        <Fact label={text('host')}>{host}</Fact>
        <Fact label={text('process')}>
          {text('processValue', { pid: String(pid), role: text(`role.${role}`) })}
        </Fact>
        <Fact label={text('started')}>
          <RelativeTime time={startedAt} />
        </Fact>
        <Fact label={text('memory')}>{formatBytes(memoryBytes)}</Fact>
        <Fact label={text('node')}>{node}</Fact>
      </Facts>
    </Section>
  )
}
