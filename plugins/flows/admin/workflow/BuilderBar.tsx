import type { Workflow, WorkflowDraft } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import {
  ActionMenu,
  Badge,
  ConfirmDialog,
  formatRelative,
  Icon,
  lazyPart,
  Tooltip,
  useAction,
  usePermissions,
  type MenuAction,
} from '@crossdock/admin/kit'
import {
  ArrowLeft,
  ArrowRightLeft,
  FlaskConical,
  History as HistoryIcon,
  ListTree,
  Network,
  Pause,
  Redo2,
  RotateCcw,
  Trash2,
  Undo2,
} from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router-dom'
import { usePromotionEnvironments } from '../promotion/use_promotion_environments.js'
import { runsOf } from '../paths.js'
import { DeleteWorkflow } from '../workflows/DeleteWorkflow.js'
import { useToggleWorkflow } from '../workflows/use_toggle_workflow.js'
import { useStepsEditor } from '../workflows/steps_context.js'
import { contentIn } from './draft.js'
import type { Content } from './three_way.js'
import type { Activate } from './use_activate.js'
import type { Autosave } from './use_autosave.js'
import type { History } from './use_history.js'
import type { SampleState } from './use_sample.js'
import { useTestRun } from './use_test_run.js'

const PromoteDialog = lazyPart(() => import('../promotion/PromoteDialog.js'))
const VersionsDialog = lazyPart(() => import('./VersionsDialog.js'))

export type View = 'steps' | 'canvas'

interface BuilderBarProps {
  workflow: Workflow
  autosave: Autosave
  history: History
  activate: Activate
  problems: Readonly<Record<string, readonly string[]>>
  view: View
  onView: (view: View) => void
  canWrite: boolean
  sample: SampleState
  onBegin: (draft: WorkflowDraft, content?: Content) => void
}

/** Name and state of the workflow, and the actions for the whole workflow. */
export function BuilderBar(props: BuilderBarProps) {
  const { workflow, autosave, history, activate, problems, view, onView, canWrite } = props
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.builder.${key}`, values)
  const { can } = usePermissions()
  const { tree, choose } = useStepsEditor()
  const name = (useWatch({ name: 'name' }) as string | undefined) ?? workflow.name
  const test = useTestRun(workflow, props.sample, autosave.flush)
  const hasSample = props.sample.body() !== undefined
  const { draft } = autosave
  const isNew = workflow.version === null
  const first = Object.keys(problems)[0]
  // Show a failed save first, because nothing else shows it.
  const unsaved =
    autosave.state === 'refused'
      ? text('save.refused', { reason: autosave.error })
      : autosave.state === 'elsewhere'
        ? text('save.elsewhere')
        : undefined
  const reason =
    unsaved ??
    (tree.length === 0
      ? text('noSteps')
      : first
        ? text('incomplete', { smart_count: Object.keys(problems).length })
        : undefined)
  const isUnchanged = !draft.isChanged && workflow.isActive
  return (
    <Box
      sx={{
        minHeight: 60,
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        gap: 1,
        px: { xs: 2, md: 3 },
        py: 1,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <IconButton component={Link} to="/integrations?tab=workflows" aria-label={text('back')}>
        <Icon icon={ArrowLeft} />
      </IconButton>
      <Typography
        variant="h1"
        sx={{ fontSize: '1.125rem', overflowWrap: 'anywhere', minWidth: 0, maxWidth: 420 }}
      >
        {name}
      </Typography>
      {canWrite && (draft.isChanged || isNew) ? (
        <Badge variant="warning">{text('draft')}</Badge>
      ) : (
        <Badge variant={workflow.isActive ? 'success' : 'secondary'}>
          {text(workflow.isActive ? 'active' : 'paused')}
        </Badge>
      )}
      <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
        <Typography variant="body2" color="textSecondary" role="status">
          {canWrite && reason ? (
            <>
              {reason}{' '}
              {autosave.state === 'refused' && (
                <Button size="small" sx={{ py: 0 }} onClick={() => void autosave.flush()}>
                  {translate('kit.error.retry')}
                </Button>
              )}
              {first && !unsaved && (
                <Button size="small" sx={{ py: 0 }} onClick={() => choose(first)}>
                  {text('goTo')}
                </Button>
              )}
            </>
          ) : (
            [
              workflow.isActive && draft.isChanged && text('stays', { version: workflow.version }),
              canWrite && <SaveStateText key="save" autosave={autosave} />,
            ]
              .filter(Boolean)
              .map((part, at) => (
                <span key={at}>
                  {at > 0 && ' · '}
                  {part}
                </span>
              ))
          )}
        </Typography>
      </Box>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={view}
        aria-label={text('view')}
        onChange={(_, next: View | null) => next && onView(next)}
      >
        <ToggleButton value="steps" sx={{ gap: 0.75, px: 1.25, py: 0.5 }}>
          <Icon icon={ListTree} /> {text('viewSteps')}
        </ToggleButton>
        <ToggleButton value="canvas" sx={{ gap: 0.75, px: 1.25, py: 0.5 }}>
          <Icon icon={Network} /> {text('viewCanvas')}
        </ToggleButton>
      </ToggleButtonGroup>
      {canWrite && (
        <>
          <Tooltip title={text('undo')}>
            <span>
              <IconButton
                size="small"
                aria-label={text('undo')}
                aria-keyshortcuts="Control+Z"
                disabled={!history.canUndo}
                onClick={history.undo}
              >
                <Icon icon={Undo2} />
              </IconButton>
            </span>
          </Tooltip>
          <Tooltip title={text('redo')}>
            <span>
              <IconButton
                size="small"
                aria-label={text('redo')}
                aria-keyshortcuts="Control+Y"
                disabled={!history.canRedo}
                onClick={history.redo}
              >
                <Icon icon={Redo2} />
              </IconButton>
            </span>
          </Tooltip>
        </>
      )}
      <More {...props} />
      {canWrite && can('flows.run') && (
        <Tooltip title={text(hasSample ? 'testHint' : 'sample.dataBroken')}>
          <span>
            <Button
              variant="outlined"
              startIcon={<Icon icon={FlaskConical} />}
              disabled={test.isPending || props.sample.isRunning || tree.length === 0 || !hasSample}
              onClick={() => void test.run()}
            >
              {text(test.isPending || props.sample.isRunning ? 'testing' : 'test')}
            </Button>
          </span>
        </Tooltip>
      )}
      {canWrite && (
        <Tooltip title={reason ?? (isUnchanged ? text('unchanged') : activationText(text, draft))}>
          <span>
            <Button
              variant="contained"
              disabled={reason !== undefined || isUnchanged || activate.isPending}
              onClick={() => void activate.run()}
            >
              {isNew || !draft.isChanged
                ? text('activate')
                : text('activateVersion', { version: (workflow.version ?? 0) + 1 })}
            </Button>
          </span>
        </Tooltip>
      )}
    </Box>
  )
}

/** Explains that Activate publishes only the person's own changes, and not the drafts of other people. */
function activationText(text: (key: string, values?: object) => string, { others }: WorkflowDraft) {
  if (others.length === 0) return text('goesOut')
  const names = others.map(({ name }) => name ?? text('merge.someone')).join(', ')
  return text('goesOutWithOthers', { names })
}

/** The state of saving, as the server's answers report it. */
function SaveStateText({ autosave: { state, draft } }: { autosave: Autosave }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.builder.save.${key}`, values)
  if (state !== 'saved') return <>{text('saving')}</>
  return <>{draft.updatedAt ? text('saved', { time: formatRelative(draft.updatedAt) }) : ''}</>
}

function More({ workflow, autosave, canWrite, onBegin }: BuilderBarProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.builder.${key}`)
  const navigate = useNavigate()
  const places = usePromotionEnvironments()
  const toggle = useToggleWorkflow()
  const [open, setOpen] = useState<'versions' | 'discard' | 'promote' | 'delete'>()
  const close = () => setOpen(undefined)
  const discard = useAction<unknown, void>(
    () => ({ path: `integrations/workflows/${workflow.id}/draft`, method: 'DELETE' }),
    {
      invalidates: ['integrations/workflows'],
      success: { title: text('discarded') },
      error: { fallback: text('discardFailed') },
      onSuccess: () =>
        onBegin({
          ...autosave.draft,
          revision: 0,
          isChanged: false,
          samples: {},
          problems: [],
          updatedAt: null,
          baseVersion: workflow.version,
          ...contentIn(workflow),
        }),
    }
  )
  const when = (allowed: boolean, action: MenuAction) => (allowed ? [action] : [])
  return (
    <>
      <ActionMenu
        label={translate('flows.workflows.actionsFor', { name: workflow.name })}
        actions={[
          {
            label: translate('flows.workflow.runs'),
            icon: ListTree,
            onSelect: () => void navigate(runsOf(workflow.id)),
          },
          {
            label: translate('flows.workflow.versions'),
            icon: HistoryIcon,
            onSelect: () => setOpen('versions'),
          },
          ...when(canWrite && autosave.draft.revision > 0, {
            label: text('discard'),
            icon: RotateCcw,
            onSelect: () => setOpen('discard'),
          }),
          ...when(canWrite && workflow.isActive, {
            label: translate('flows.workflows.action.pause'),
            icon: Pause,
            onSelect: () => toggle(workflow),
          }),
          ...when(places !== undefined, {
            label: translate('flows.workflows.action.promote'),
            icon: ArrowRightLeft,
            ...(autosave.draft.isChanged && { disabled: true, hint: text('promoteLater') }),
            onSelect: () => setOpen('promote'),
          }),
          ...when(canWrite, {
            label: translate('flows.workflows.action.delete'),
            icon: Trash2,
            destructive: true,
            onSelect: () => setOpen('delete'),
          }),
        ]}
      />
      {open === 'versions' && (
        <VersionsDialog
          workflow={workflow}
          onClose={close}
          onRestore={
            canWrite
              ? (content) => {
                  close()
                  onBegin(autosave.draft, content)
                }
              : undefined
          }
        />
      )}
      {open === 'discard' && (
        <ConfirmDialog
          open
          destructive
          title={text('confirmDiscard.title')}
          description={text('confirmDiscard.text')}
          confirmLabel={text('discard')}
          pending={discard.isPending}
          onConfirm={() => discard.mutate()}
          onClose={close}
        />
      )}
      {open === 'promote' && places && (
        <PromoteDialog places={places} workflows={[workflow]} onClose={close} />
      )}
      {open === 'delete' && (
        <DeleteWorkflow
          workflow={workflow}
          onClose={close}
          onDeleted={() => void navigate('/integrations?tab=workflows')}
        />
      )}
    </>
  )
}
