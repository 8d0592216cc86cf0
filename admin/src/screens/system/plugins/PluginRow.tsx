import type { Plugin } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Badge, mono } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { StatusBadge } from '../StatusBadge.js'

/** A plugin with its status; unfolded, everything it contributes by name. */
export function PluginRow({ plugin }: { plugin: Plugin }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`system.plugins.${key}`, values)
  const { name, version, package: from, operator, contributions, health } = plugin
  const kinds = [...Map.groupBy(contributions, ({ kind }) => kind)]
  const summary = kinds.map(([kind, all]) =>
    translate(`system.plugins.kind.${kind}`, { smart_count: all.length, _: kind })
  )
  return (
    <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="h3" sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        <Typography color="textSecondary">{version}</Typography>
        <StatusBadge status={health.status} />
        {from && <Badge variant="info">{text('package', { name: from })}</Badge>}
        {operator && <Badge variant="outline">{text('operator')}</Badge>}
      </Box>
      {Object.entries(health.checks).map(
        ([check, { message }]) =>
          message && (
            <Typography key={check} variant="body2" sx={{ mt: 0.5 }}>
              {check}: {message}
            </Typography>
          )
      )}
      {summary.length > 0 && (
        <Box component="details" sx={{ mt: 0.5 }}>
          <Typography
            variant="body2"
            component="summary"
            color="textSecondary"
            sx={{ cursor: 'pointer' }}
          >
            {summary.join(', ')}
          </Typography>
          {kinds.map(([kind, all], at) => (
            <Box key={kind} sx={{ mt: 1.5 }}>
              <Typography variant="body2" component="h4" sx={{ fontWeight: 600 }}>
                {summary[at]}
              </Typography>
              <Box
                component="ul"
                sx={{
                  m: 0,
                  mt: 0.5,
                  pl: 2.5,
                  fontFamily: mono,
                  fontSize: '0.8125rem',
                  overflowWrap: 'anywhere',
                }}
              >
                {all.map((one) => (
                  <li key={one.name}>{one.name}</li>
                ))}
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  )
}
