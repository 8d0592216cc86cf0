import type { Approval } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import {
  Badge,
  type BadgeVariant,
  formatDateTime,
  Icon,
  RelativeTime,
  useAction,
  usePermissions,
} from '@crossdock/admin/kit'
import { Check, X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { runPath } from '../paths.js'

const tones: Record<string, BadgeVariant> = {
  open: 'default',
  approved: 'success',
  rejected: 'destructive',
  expired: 'outline',
  withdrawn: 'outline',
}

/** One approval: its question, the run that asks it, and the decision or the buttons to decide. */
export function ApprovalItem({ approval }: { approval: Approval }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.approvals.${key}`, values)
  const canSeeRun = usePermissions().can('flows.read')
  const { question, details, flowName, assetName, createdAt, dueAt, status } = approval
  return (
    <Box
      component="li"
      sx={{ px: 2.5, py: 2, '&:not(:first-of-type)': { borderTop: 1, borderColor: 'divider' } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
          {question}
        </Typography>
        {status !== 'open' && (
          <Badge variant={tones[status] ?? 'outline'}>{text(`state.${status}`)}</Badge>
        )}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
        {canSeeRun ? (
          <Link component={RouterLink} to={runPath(approval)} color="inherit">
            {flowName}
          </Link>
        ) : (
          flowName
        )}
        {assetName && ` · ${assetName}`} · <RelativeTime time={createdAt} />
        {dueAt && status === 'open' && ` · ${text('due', { time: formatDateTime(dueAt) })}`}
      </Typography>
      {details && (
        <Typography sx={{ mt: 1, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {details}
        </Typography>
      )}
      <Decided approval={approval} />
      {approval.mayDecide && <Decide approval={approval} />}
    </Box>
  )
}

function Decided({ approval }: { approval: Approval }) {
  const translate = useTranslate()
  const { decidedByName, decidedAt, comment } = approval
  if (!decidedByName) return null
  return (
    <Typography variant="body2" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
      {translate('flows.approvals.by', { name: decidedByName })} <RelativeTime time={decidedAt} />
      {comment && `: ${comment}`}
    </Typography>
  )
}

const refreshed = ['approvals', 'flow-executions']

function Decide({ approval }: { approval: Approval }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.approvals.${key}`, values)
  const [comment, setComment] = useState('')
  const decide = useAction<Approval, 'approve' | 'reject'>(
    (decision) => ({
      path: `approvals/${approval.id}/${decision}`,
      body: comment.trim() ? { comment: comment.trim() } : {},
    }),
    {
      invalidates: refreshed,
      success: (_answer, decision) => ({
        title: text(decision === 'approve' ? 'approvedIt' : 'rejectedIt'),
        description: approval.question,
      }),
    }
  )
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 1.5, alignItems: 'flex-end' }}>
      <TextField
        label={text('comment')}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 2_000 } }}
        autoComplete="off"
        sx={{ flex: '1 1 240px', minWidth: 0 }}
      />
      <Button
        variant="contained"
        startIcon={<Icon icon={Check} />}
        disabled={decide.isPending}
        aria-label={text('approveOf', { question: approval.question })}
        onClick={() => decide.mutate('approve')}
      >
        {text('approve')}
      </Button>
      <Button
        variant="outlined"
        startIcon={<Icon icon={X} />}
        disabled={decide.isPending}
        aria-label={text('rejectOf', { question: approval.question })}
        onClick={() => decide.mutate('reject')}
      >
        {text('reject')}
      </Button>
    </Box>
  )
}
