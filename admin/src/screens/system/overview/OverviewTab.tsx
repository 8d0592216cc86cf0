import type { System } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  ErrorState,
  Icon,
  PageActions,
  PageBody,
  RowsSkeleton,
  Section,
  useRead,
} from '@crossdock/admin/kit'
import { RotateCw } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { DatabaseSection } from './DatabaseSection.js'
import { HealthSection } from './HealthSection.js'
import { KeysSection } from './KeysSection.js'
import { MailSection } from './MailSection.js'
import { QueueSection } from './QueueSection.js'
import { ServerSection } from './ServerSection.js'
import { Stats } from './Stats.js'
import { StorageSection } from './StorageSection.js'

/** Polling interval (ms), longer than for lists, because the server checks everything each time. */
const POLL = 60_000

/** The state of the installation, read with one call. Parts that are unknown are named; all other parts are shown. */
export default function OverviewTab() {
  const translate = useTranslate()
  const { data, error, isFetching, refetch } = useRead<System>('system', { refetchInterval: POLL })
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
    return (
      <Section>
        <RowsSkeleton rows={8} />
      </Section>
    )
  }
  return (
    <PageBody>
      <PageActions>
        <Button
          variant="outlined"
          startIcon={<Icon icon={RotateCw} />}
          disabled={isFetching}
          onClick={() => void refetch()}
        >
          {translate('system.refresh')}
        </Button>
      </PageActions>
      {data.unanswered.map(({ part, reason }) => (
        <Alert key={part} severity="warning">
          {translate('system.unanswered', {
            part: translate(`system.part.${part}`, { _: part }),
            reason,
          })}
        </Alert>
      ))}
      <Stats system={data} />
      {data.health && <HealthSection components={data.health.components} />}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          gap: 2,
        }}
      >
        {data.queue && <QueueSection queue={data.queue} workers={data.workers} />}
        {data.storage && <StorageSection storage={data.storage} />}
        {data.database && <DatabaseSection database={data.database} />}
        <ServerSection server={data.server} node={data.node} />
        {data.encryption && <KeysSection encryption={data.encryption} />}
        <MailSection mail={data.mail} />
      </Box>
    </PageBody>
  )
}
