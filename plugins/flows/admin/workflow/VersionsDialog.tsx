import type { Workflow, WorkflowVersion } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import {
  CodeBlock,
  EmptyState,
  ErrorState,
  formatDateTime,
  LoadedList,
  PlainDialog,
  RowsSkeleton,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { contentIn } from './draft.js'
import type { WorkflowVersionContent } from './model.js'
import { differences, type Content } from './three_way.js'
import { usePartName } from './use_part_name.js'

interface VersionsDialogProps {
  workflow: Workflow
  onClose: () => void
  /** Copies the content of a version into the draft; absent without permission to change it. */
  onRestore?: ((content: Content) => void) | undefined
}

/**
 * The versions of a workflow, newest first. Each can be compared with the present one and restored into the
 * draft.
 */
export default function VersionsDialog({ workflow, onClose, onRestore }: VersionsDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.workflow.${key}`, values)
  const [opened, setOpened] = useState<number>()
  const versions = useRead<WorkflowVersion[]>(['integrations/workflows', workflow.id, 'versions'], {
    query: { range: '[0,49]' },
  })
  return (
    <PlainDialog
      title={text('versionsOf', { name: workflow.name })}
      description={text('versionsText')}
      maxWidth="md"
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
                <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
                  <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
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
                  {version !== workflow.version && (
                    <Button
                      size="small"
                      aria-expanded={opened === version}
                      aria-label={translate('flows.builder.versions.compareOf', { version })}
                      onClick={() => setOpened(opened === version ? undefined : version)}
                    >
                      {translate('flows.builder.versions.compare')}
                    </Button>
                  )}
                </Box>
                {opened === version && (
                  <Comparison workflow={workflow} version={version} onRestore={onRestore} />
                )}
              </Box>
            ))}
          </Box>
        )}
      </LoadedList>
    </PlainDialog>
  )
}

interface ComparisonProps extends Pick<VersionsDialogProps, 'workflow' | 'onRestore'> {
  version: number
}

/** The differences between a former version and the present one, step by step. */
function Comparison({ workflow, version, onRestore }: ComparisonProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.builder.versions.${key}`, values)
  const nameOf = usePartName()
  const read = useRead<WorkflowVersionContent>([
    'integrations/workflows',
    workflow.id,
    'versions',
    version,
  ])
  if (read.error) return <ErrorState plain error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <RowsSkeleton rows={2} />
  const present = contentIn(workflow)
  const former = { ...contentIn(read.data), description: workflow.description }
  const all = differences(present, former, present)
  return (
    <Box sx={{ mt: 1, display: 'grid', gap: 1.5 }}>
      {all.length === 0 && <Typography color="textSecondary">{text('same')}</Typography>}
      {all.map((difference) => (
        <Box key={difference.part}>
          <Typography variant="h3">{nameOf(difference)}</Typography>
          <Box
            sx={{
              display: 'grid',
              gap: 1,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
            }}
          >
            <CodeBlock
              label={`${nameOf(difference)}: ${text('former', { version })}`}
              data={difference.mine ?? text('absent')}
            />
            <CodeBlock
              label={`${nameOf(difference)}: ${text('now')}`}
              data={difference.theirs ?? text('absent')}
            />
          </Box>
        </Box>
      ))}
      {onRestore && (
        <Box>
          <Button variant="outlined" onClick={() => onRestore(former)}>
            {text('restore')}
          </Button>
          <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
            {text('restoreHint')}
          </Typography>
        </Box>
      )}
    </Box>
  )
}
