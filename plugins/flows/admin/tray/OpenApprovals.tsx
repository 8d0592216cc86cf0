import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { RelativeTime } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { useMyApprovals } from './use_my_approvals.js'

const MOST = 5

/** In the tray: the newest questions that wait for the person's decision. */
export default function OpenApprovals() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.tray.${key}`, values)
  const id = useId()
  const approvals = useMyApprovals()
  if (approvals.length === 0) return null
  return (
    <Box component="section" aria-labelledby={id}>
      <Box sx={{ display: 'flex', alignItems: 'center', pl: 2.5, pr: 1.5, pt: 1.5, pb: 0.5 }}>
        <Typography variant="h2" id={id} sx={{ flex: 1 }}>
          {text('approvals', { count: approvals.length })}
        </Typography>
        <Button size="small" component={RouterLink} to="/approvals">
          {text('allApprovals')}
        </Button>
      </Box>
      <Box component="ul" aria-labelledby={id} sx={{ listStyle: 'none', m: 0, p: 0, pb: 1 }}>
        {approvals.slice(0, MOST).map((approval) => (
          <Box component="li" key={approval.id} sx={{ px: 2.5, py: 1 }}>
            <Link
              component={RouterLink}
              to={`/approvals?id=${encodeURIComponent(approval.id)}`}
              color="inherit"
              underline="hover"
              sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}
            >
              {approval.question}
            </Link>
            <Typography variant="body2" color="textSecondary">
              {approval.flowName} · <RelativeTime time={approval.createdAt} />
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
