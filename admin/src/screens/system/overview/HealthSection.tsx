import type { System } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { formatDuration, Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { StatusBadge, type Status } from '../StatusBadge.js'

type Components = NonNullable<System['health']>['components']

const severity: Status[] = ['down', 'degraded', 'unknown', 'ok']

/** Every component with its status, unhealthy ones first, with the reason. */
export function HealthSection({ components }: { components: Components }) {
  const translate = useTranslate()
  const rows = Object.entries(components).sort(
    ([, one], [, other]) => severity.indexOf(one.status) - severity.indexOf(other.status)
  )
  return (
    <Section
      flush
      title={translate('system.health.title')}
      description={translate('system.health.text')}
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, pb: 1 }}>
        {rows.map(([name, { status, message, latencyMs }]) => (
          <Box
            component="li"
            key={name}
            sx={{
              display: 'grid',
              gridTemplateColumns: 'minmax(96px, 160px) minmax(0, 1fr)',
              columnGap: 2,
              alignItems: 'baseline',
              px: { xs: 2, sm: 2.5 },
              py: 1,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
              {translate(`system.component.${name}`, { _: name })}
            </Typography>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
              <StatusBadge status={status} />
              {message && (
                <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                  {message}
                </Typography>
              )}
              {latencyMs !== undefined && (
                <Typography variant="body2" color="textSecondary">
                  {translate('system.health.took', { time: formatDuration(latencyMs) })}
                </Typography>
              )}
            </Box>
          </Box>
        ))}
      </Box>
    </Section>
  )
}
