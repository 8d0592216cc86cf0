import type { AuditStatus } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import {
  formatInteger,
  Icon,
  RelativeTime,
  Section,
  useRead,
  useSession,
} from '@crossdock/admin/kit'
import { ShieldCheck } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useVerify, type Verdict } from './use_verify.js'

const POLL = 10_000

/** How far the audit is sealed, and whether it is intact. */
export function SealedSection() {
  const translate = useTranslate()
  const { data } = useRead<AuditStatus>('audit/status', { refetchInterval: POLL })
  const session = useSession()
  const isOfOperator = Boolean(session.data && !session.data.tenant)
  const { verify, verdict, isRunning } = useVerify()
  return (
    <Section
      title={translate('audit.sealed.title')}
      description={[
        isOfOperator && translate('audit.sealed.ofOperator'),
        translate('audit.sealed.text'),
      ]
        .filter(Boolean)
        .join(' ')}
      actions={
        <Button
          variant="contained"
          startIcon={<Icon icon={ShieldCheck} />}
          disabled={isRunning || !data?.sealedUpTo}
          onClick={verify}
        >
          {translate(isRunning ? 'audit.verify.running' : 'audit.verify.action')}
        </Button>
      }
    >
      {data && (
        <Typography variant="body2">
          {translate('audit.sealed.upTo', { seq: formatInteger(data.sealedUpTo) })}{' '}
          {data.sealedAt && <RelativeTime time={data.sealedAt} />}
          {data.checkpoint &&
            `. ${translate('audit.sealed.begins', { seq: formatInteger(data.checkpoint.seq) })}`}
        </Typography>
      )}
      <div aria-live="polite">{verdict && <VerdictAlert verdict={verdict} />}</div>
    </Section>
  )
}

function VerdictAlert({ verdict }: { verdict: Verdict }) {
  const translate = useTranslate()
  const { verified, erased, findings, isUnderWay } = verdict
  const count = { count: formatInteger(verified), smart_count: verified }
  if (findings.length === 0) {
    return (
      <Alert severity={isUnderWay ? 'info' : 'success'} sx={{ mt: 2 }}>
        {translate(isUnderWay ? 'audit.verify.soFar' : 'audit.verify.good', count)}
        {erased > 0 && ` ${translate('audit.verify.erased', { count: formatInteger(erased) })}`}
      </Alert>
    )
  }
  return (
    <Alert severity="error" sx={{ mt: 2 }}>
      {translate('audit.verify.bad', count)}
      <ul>
        {findings.map(({ kind, seq, message }) => (
          <li key={`${kind} ${seq} ${message}`}>{message}</li>
        ))}
      </ul>
    </Alert>
  )
}
