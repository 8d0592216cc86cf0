import type { AgentEnrolment } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { formatDateTime, Section, useAction, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

const newest = { sort: '["createdAt","DESC"]', range: '[0,24]' }

/** Unused tokens, each of which can still enroll an agent. */
export function OpenTokens() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.deploy.${key}`, values)
  const { data = [] } = useRead<AgentEnrolment[]>('desktop-agents/enrolments', { query: newest })
  const revoke = useAction<unknown, string>(
    (id) => ({ path: `desktop-agents/enrolments/${id}`, method: 'DELETE' }),
    {
      invalidates: ['desktop-agents/enrolments'],
      success: { title: text('revoked') },
      error: { fallback: text('revokeFailed') },
    }
  )
  const open = data.filter(({ status }) => status === 'open')
  if (open.length === 0) return null
  return (
    <Section flush title={text('tokens')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {open.map(({ id, owner, expiresAt }) => (
          <Box
            component="li"
            key={id}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              minHeight: 56,
              px: { xs: 2, sm: 2.5 },
              py: 1,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="body2">{text('tokensBy', { name: owner ?? '–' })}</Typography>
              <Typography variant="caption" color="textSecondary" component="p">
                {text('expires', { time: formatDateTime(expiresAt) })}
              </Typography>
            </Box>
            <Button
              size="small"
              disabled={revoke.isPending}
              aria-label={text('revokeOf', { name: owner ?? '–' })}
              onClick={() => revoke.mutate(id)}
            >
              {text('revoke')}
            </Button>
          </Box>
        ))}
      </Box>
    </Section>
  )
}
