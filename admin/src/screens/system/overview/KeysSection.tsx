import type { System } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import {
  Badge,
  Fact,
  Facts,
  formatInteger,
  mono,
  RelativeTime,
  Section,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

type Encryption = NonNullable<System['encryption']>
type Key = Encryption['keys'][number]

const variants = { current: 'success', previous: 'secondary', missing: 'destructive' } as const

/** The encryption keys, their age, and the number of values that need each. */
export function KeysSection({ encryption }: { encryption: Encryption }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`system.keys.${key}`)
  return (
    <Section title={text('title')} description={text('text')}>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {encryption.keys.map((key) => (
          <KeyFacts key={key.id} of={key} />
        ))}
        {encryption.isCut && <Typography variant="body2">{text('cut')}</Typography>}
      </Box>
    </Section>
  )
}

function KeyFacts({ of: { id, use, firstUsedAt, sealed } }: { of: Key }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`system.keys.${key}`)
  return (
    <div>
      <Facts>
        <Fact label={text('id')}>
          <Box component="code" sx={{ fontFamily: mono, mr: 1 }}>
            {id}
          </Box>
          <Badge variant={variants[use]}>{text(`use.${use}`)}</Badge>
        </Fact>
        <Fact label={text('age')}>
          <RelativeTime time={firstUsedAt} />
        </Fact>
        <Fact label={text('sealed')}>{formatInteger(sealed)}</Fact>
      </Facts>
      {use === 'missing' && (
        <Typography variant="body2" color="error" sx={{ mt: 0.5 }}>
          {text('missingHint')}
        </Typography>
      )}
      {use === 'previous' && sealed === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          {text('idleHint')}
        </Typography>
      )}
    </div>
  )
}
