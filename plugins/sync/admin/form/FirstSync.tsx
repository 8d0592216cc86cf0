import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import {
  errorText,
  fingerprint,
  formatBytes,
  formatInteger,
  useAction,
  useSession,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { PlanCounts } from '../model.js'
import { toBody, type ContractForm } from './contract_form.js'

interface FirstPlan {
  needsAgent: boolean
  counts: PlanCounts | null
}

/** Previews the first sync before the contract is created. */
export function FirstSync() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.first.${key}`, values)
  const tenantId = useSession().data?.tenant?.id
  const form = useWatch<ContractForm>() as ContractForm
  const { getValues } = useFormContext<ContractForm>()
  const state = fingerprint([
    form.sourceType,
    form.sourceConfig,
    form.targetType,
    form.targetConfig,
    form.syncRules,
  ])
  const [asked, setAsked] = useState<string>()
  const preview = useAction<FirstPlan>(
    () => ({ path: 'sync-contracts/preview', body: toBody(getValues(), tenantId) }),
    { error: false }
  )
  const isOf = asked === state
  const sentence = () => {
    if (!isOf || preview.isPending) return text(preview.isPending && isOf ? 'asking' : 'text')
    if (preview.error) return errorText(preview.error, translate)
    return preview.data ? sentenceOf(preview.data) : text('text')
  }
  const sentenceOf = ({ counts }: FirstPlan) => {
    if (!counts) return text('needsAgent')
    const { created, deleted, conflicts, bytes } = counts
    return [
      created > 0
        ? text('adds', {
            smart_count: created,
            count: formatInteger(created),
            size: formatBytes(bytes),
          })
        : text('addsNothing'),
      deleted > 0
        ? text('deletes', { smart_count: deleted, count: formatInteger(deleted) })
        : text('deletesNothing'),
      ...(conflicts > 0
        ? [text('conflicts', { smart_count: conflicts, count: formatInteger(conflicts) })]
        : []),
    ].join(' ')
  }
  // Only the agent knows the files of a computer, and it reads them once the contract exists.
  if (form.sourceType === 'local_folder' || form.targetType === 'local_folder')
    return <Alert severity="info">{text('needsAgent')}</Alert>
  const isKnown = isOf && !preview.isPending
  const severity =
    isKnown && preview.error
      ? 'warning'
      : isKnown && preview.data && !preview.data.needsAgent
        ? 'success'
        : 'info'
  return (
    <Alert
      sx={{ alignItems: 'center', '& .MuiAlert-action': { alignItems: 'center', p: 0 } }}
      severity={severity}
      action={
        <Button
          size="small"
          color="inherit"
          disabled={!form.sourceConfig?.path || !form.targetConfig?.path || preview.isPending}
          onClick={() => {
            setAsked(state)
            preview.mutate()
          }}
        >
          {text('preview')}
        </Button>
      }
    >
      {sentence()}
    </Alert>
  )
}
