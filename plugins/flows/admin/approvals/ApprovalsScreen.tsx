import type { Approval } from '@crossdock/client'
import Box from '@mui/material/Box'
import {
  EmptyState,
  ErrorState,
  LoadedList,
  PageBody,
  PageHeader,
  RowsSkeleton,
  Section,
  usePermissions,
  useRead,
} from '@crossdock/admin/kit'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { CircleCheck } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { POLL } from '../runs/model.js'
import { ApprovalItem } from './ApprovalItem.js'

/** /approvals: approvals that wait for the current person. The approval in `?id=` comes first. */
export default function ApprovalsScreen() {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.approvals.${key}`)
  const canSeeAll = usePermissions().can('flows.read')
  const [all, setAll] = useState(false)
  const [search] = useSearchParams()
  const wanted = search.get('id')
  const list = useRead<Approval[]>('approvals', {
    query: { filter: JSON.stringify({ scope: all ? 'all' : 'mine' }), range: '[0,99]' },
    refetchInterval: POLL,
  })
  // Read separately, because an approval that is linked from a mail may already be decided.
  const named = useRead<Approval>(['approvals', wanted ?? ''], { enabled: wanted !== null })
  return (
    <>
      <PageHeader
        title={text('title')}
        subtitle={text('subtitle')}
        actions={
          canSeeAll && (
            <FormControlLabel
              control={<Switch checked={all} onChange={(_event, next) => setAll(next)} />}
              label={text('all')}
            />
          )
        }
      />
      <PageBody>
        {named.error && <ErrorState error={named.error} onRetry={() => void named.refetch()} />}
        {named.data && (
          <Section title={text('asked')} flush>
            <Items approvals={[named.data]} label={text('asked')} />
          </Section>
        )}
        <LoadedList
          read={list}
          skeleton={<RowsSkeleton rows={3} />}
          empty={
            <EmptyState icon={CircleCheck} title={text('none')} description={text('noneText')} />
          }
        >
          {(approvals) => (
            <Section title={text(all ? 'everything' : 'open')} flush>
              <Items approvals={approvals} label={text(all ? 'everything' : 'open')} />
            </Section>
          )}
        </LoadedList>
      </PageBody>
    </>
  )
}

const Items = ({ approvals, label }: { approvals: readonly Approval[]; label: string }) => (
  <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {approvals.map((approval) => (
      <ApprovalItem key={approval.id} approval={approval} />
    ))}
  </Box>
)
