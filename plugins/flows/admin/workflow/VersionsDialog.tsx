import type { Workflow, WorkflowVersion } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import {
  EmptyState,
  formatDateTime,
  LoadedList,
  PlainDialog,
  RowsSkeleton,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

interface VersionsDialogProps {
  workflow: Workflow
  onClose: () => void
}

/** What the workflow was and is, newest first. */
export default function VersionsDialog({ workflow, onClose }: VersionsDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.workflow.${key}`, values)
  const versions = useRead<WorkflowVersion[]>(['integrations/workflows', workflow.id, 'versions'], {
    query: { range: '[0,49]' },
  })
  return (
    <PlainDialog
      title={text('versionsOf', { name: workflow.name })}
      description={text('versionsText')}
      onClose={onClose}
    >
      <LoadedList
        plain
        read={versions}
        skeleton={<RowsSkeleton rows={4} />}
        empty={<EmptyState plain title={text('noVersions')} />}
      >
        {(items) => (
          <Box component="ol" sx={{ listStyle: 'none', m: 0, px: 3, pb: 3, pt: 0 }}>
            {items.map(({ id, version, name, stepCount, savedByName, createdAt }) => (
              <Box component="li" key={id} sx={{ py: 1.25, borderTop: 1, borderColor: 'divider' }}>
                <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
                  {text('version', { version })} · {name}
                </Typography>
                <Typography variant="body2" color="textSecondary">
                  {[
                    translate('flows.workflows.stepCount', { smart_count: stepCount }),
                    savedByName,
                    formatDateTime(createdAt),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Typography>
              </Box>
            ))}
          </Box>
        )}
      </LoadedList>
    </PlainDialog>
  )
}
