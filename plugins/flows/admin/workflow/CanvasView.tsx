import '@xyflow/react/dist/base.css'
import {
  BaseEdge,
  EdgeLabelRenderer,
  getSmoothStepPath,
  Handle,
  Position,
  ReactFlow,
  ReactFlowProvider,
  Background,
  useReactFlow,
  useViewport,
  type Edge,
  type EdgeProps,
  type Node,
  type NodeProps,
} from '@xyflow/react'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useTheme } from '@mui/material/styles'
import { Icon, IconTile, kindIcon, kindNamed, ScreenReaderOnly } from '@crossdock/admin/kit'
import { CircleAlert, CircleCheck, CircleX, Maximize, Minus, Plus, X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { memo, useMemo, useState, type ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useKindLabel } from '../workflows/kinds.js'
import { ERROR_BRANCH } from '../workflows/on_error.js'
import { useBranchLabel } from '../workflows/step_branches.js'
import { allSteps, type ListPlace } from '../workflows/step_tree.js'
import { useStepsEditor } from '../workflows/steps_context.js'
import type { StepForm } from '../workflows/step_form.js'
import type { WorkflowForm } from '../workflows/workflow_form.js'
import { AddStep } from './AddStep.js'
import { TRIGGER } from './model.js'
import type { SampleState } from './use_sample.js'
import { layout, NODE } from './canvas_layout.js'

interface CanvasViewProps {
  problems: Readonly<Record<string, readonly string[]>>
  sample: SampleState
  /** The fields of the chosen step. */
  fields: ReactNode
}

type StepData = {
  title: string
  about: string
  icon: Parameters<typeof Icon>[0]['icon']
  isChosen: boolean
  status: string | undefined
  isIncomplete: boolean
  incomplete: string
}
type LineData = { label: string | undefined; place: { list: ListPlace; at: number } | undefined }

/**
 * The steps as a tree from top to bottom, with buttons as nodes. The step list has the same actions for keyboards.
 */
export default function CanvasView(props: CanvasViewProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  )
}

function Canvas({ problems, sample, fields }: CanvasViewProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.builder.canvas.${key}`)
  const theme = useTheme()
  const { tree, kinds, chosen, choose, typeOf, branchesOf } = useStepsEditor()
  const branchLabel = useBranchLabel(kinds)
  const [isOpen, setOpen] = useState(false)
  const { getValues } = useFormContext<WorkflowForm>()
  // Subscribe to the form, so that names and types appear while a person enters them.
  useWatch()
  const label = useKindLabel('stepType')
  const trigger = useKindLabel('trigger')
  // A key for changes of the branches, which depend on types, configs and error settings.
  const branches = allSteps(tree)
    .map((step) => [typeOf(step.key), ...branchesOf(step)].join())
    .join(';')
  const drawn = useMemo(
    () =>
      layout(tree, TRIGGER, {
        of: branchesOf,
        isFramed: ({ key }, branch) =>
          branch !== ERROR_BRANCH && kindNamed(kinds.steps, typeOf(key))?.perItem === true,
      }),
    // oxlint-disable-next-line react/exhaustive-deps
    [tree, kinds, branches]
  )
  const before = useMemo(() => new Map<string, { print: string; node: Node<StepData> }>(), [])
  const nodes = [
    ...drawn.frames.map(({ key, x, y, width, height }) => ({
      id: key,
      type: 'frame',
      position: { x, y },
      data: {},
      draggable: false,
      zIndex: -1,
      connectable: false,
      selectable: false,
      focusable: false,
      width,
      height,
      style: { pointerEvents: 'none' as const },
    })),
    ...drawn.spots.map(({ key, x, y }) => {
      const step =
        key === TRIGGER ? undefined : (getValues(`step.${key}` as 'step') as unknown as StepForm)
      const type = step ? step.type : getValues('triggerType')
      const name = step?.name.trim()
      const data: StepData = {
        title: name || (step ? label(type) : trigger(type)),
        about: step ? (name ? label(type) : '') : translate('flows.builder.trigger'),
        icon: kindIcon(step ? kinds.steps : kinds.triggers, type),
        isChosen: isOpen && chosen === key,
        status: step && sample.resultOf(step.id)?.result.status,
        isIncomplete: (problems[key]?.length ?? 0) > 0,
        incomplete: translate('flows.builder.notComplete'),
      }
      // Reuses the object of an unchanged node, so that only changed nodes render.
      const print = `${x} ${y} ${JSON.stringify({ ...data, icon: type })}`
      const known = before.get(key)
      if (known?.print === print) return known.node
      const node: Node<StepData> = {
        id: key,
        type: 'step',
        position: { x, y },
        data,
        ariaLabel: data.title,
        width: NODE.width,
        height: NODE.height,
        draggable: false,
        connectable: false,
      }
      before.set(key, { print, node })
      return node
    }),
    ...drawn.ends.map(({ key, x, y }) => ({
      id: key,
      type: 'end',
      position: { x, y },
      data: {},
      draggable: false,
      connectable: false,
      selectable: false,
      focusable: false,
      width: 1,
      height: 1,
    })),
  ]
  const edges: Edge<LineData>[] = drawn.lines.map(({ from, to, branch, place }) => ({
    id: `${from} ${to} ${branch ?? ''}`,
    source: from,
    target: to,
    type: 'line',
    data: {
      label: branch && branchLabel(typeOf(from), branch),
      place,
    },
  }))
  return (
    <Box sx={{ flex: 1, minHeight: 480, display: 'flex', position: 'relative' }}>
      <Box
        role="region"
        aria-label={text('label')}
        sx={{
          flex: 1,
          minWidth: 0,
          '--xy-edge-stroke': theme.palette.text.disabled,
          '--xy-edge-stroke-width': 1.5,
          '& .react-flow__node:focus-visible > div': {
            outline: `2px solid ${theme.palette.accent}`,
          },
        }}
      >
        <ReactFlow
          nodes={nodes as Node[]}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          fitView
          fitViewOptions={{ maxZoom: 1, padding: 0.15 }}
          minZoom={0.1}
          maxZoom={1.5}
          nodesDraggable={false}
          nodesConnectable={false}
          edgesFocusable={false}
          deleteKeyCode={null}
          colorMode={theme.palette.mode}
          onNodeClick={(_, { id, type }) => {
            if (type !== 'step') return
            choose(id)
            setOpen(true)
          }}
          onSelectionChange={({ nodes: [node] }) => {
            // Handles Enter on a focused node.
            if (node?.type !== 'step' || (isOpen && node.id === chosen)) return
            choose(node.id)
            setOpen(true)
          }}
          style={{ background: 'transparent' }}
        >
          <Background gap={24} color={theme.palette.surface.border} />
          <Zoom />
        </ReactFlow>
      </Box>
      {isOpen && (
        <Box
          component="aside"
          aria-label={translate('flows.builder.pane.step')}
          sx={{
            width: { xs: 1, md: 380 },
            flex: 'none',
            position: { xs: 'absolute', md: 'static' },
            inset: 0,
            zIndex: 5,
            overflowY: 'auto',
            bgcolor: 'background.default',
            borderLeft: 1,
            borderColor: 'divider',
            p: 2.25,
          }}
        >
          <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
            <IconButton size="small" aria-label={text('close')} onClick={() => setOpen(false)}>
              <Icon icon={X} />
            </IconButton>
          </Box>
          {fields}
        </Box>
      )}
    </Box>
  )
}

const Step = memo(function Step({ data }: NodeProps<Node<StepData>>) {
  const { title, about, icon, isChosen, status, isIncomplete, incomplete } = data
  return (
    <Box
      sx={{
        width: NODE.width,
        height: NODE.height,
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        px: 1.5,
        border: 1,
        borderColor: isChosen ? (theme) => theme.palette.accent : 'divider',
        borderRadius: '10px',
        bgcolor: 'background.paper',
        cursor: 'pointer',
        boxShadow: (theme) => (isChosen ? `0 0 0 3px ${theme.palette.tones.info.bg}` : 'none'),
      }}
    >
      <Handle type="target" position={Position.Top} style={hidden} />
      <IconTile icon={icon} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography noWrap sx={{ fontWeight: 500 }}>
          {title}
        </Typography>
        <Typography variant="body2" color="textSecondary" noWrap>
          {about}
        </Typography>
      </Box>
      {isIncomplete ? (
        <Box sx={{ display: 'flex', color: 'warning.main' }}>
          <Icon icon={CircleAlert} />
          <ScreenReaderOnly>{incomplete}</ScreenReaderOnly>
        </Box>
      ) : (
        (status === 'completed' || status === 'failed') && (
          <Box sx={{ display: 'flex', color: status === 'failed' ? 'error.main' : 'success.main' }}>
            <Icon icon={status === 'failed' ? CircleX : CircleCheck} />
          </Box>
        )
      )}
      <Handle type="source" position={Position.Bottom} style={hidden} />
    </Box>
  )
})

/** The frame around steps that run once for each item. */
const Frame = memo(function Frame({ width, height }: NodeProps) {
  return (
    <Box
      sx={{
        width,
        height,
        border: '1px dashed',
        borderColor: 'text.disabled',
        borderRadius: '14px',
        bgcolor: (theme) => theme.palette.surface.hover,
      }}
    />
  )
})

const End = memo(function End() {
  return (
    <>
      <Handle type="target" position={Position.Top} style={hidden} />
      <Handle type="source" position={Position.Bottom} style={hidden} />
    </>
  )
})

/** Distance (px) between the bend of a line and its lower end. */
const TURN = 23

function Line({ data, ...edge }: EdgeProps<Edge<LineData>>) {
  const { readOnly } = useStepsEditor()
  const { label, place } = data!
  const [path, x, y] = getSmoothStepPath({
    ...edge,
    borderRadius: 12,
    // Lines from short branches bend below their longer neighbors, not through them.
    ...(label ? {} : { centerY: edge.targetY - TURN }),
  })
  return (
    <>
      <BaseEdge id={edge.id} path={path} />
      <EdgeLabelRenderer>
        {label && (
          <Typography
            variant="body2"
            color="textSecondary"
            sx={{
              position: 'absolute',
              transform: `translate(-50%, -50%) translate(${edge.targetX}px, ${edge.sourceY + 44}px)`,
              bgcolor: 'background.default',
              px: 0.75,
            }}
          >
            {label}
          </Typography>
        )}
        {place && !readOnly && (
          <Box
            className="nodrag nopan"
            sx={{
              position: 'absolute',
              pointerEvents: 'all',
              transform: label
                ? `translate(-50%, -50%) translate(${edge.targetX}px, ${edge.targetY - 20}px)`
                : `translate(-50%, -50%) translate(${x}px, ${y}px)`,
            }}
          >
            <AddStep place={place} round />
          </Box>
        )}
      </EdgeLabelRenderer>
    </>
  )
}

const hidden = { opacity: 0, pointerEvents: 'none' } as const

// Defined outside the component, because new objects would render every node again.
const nodeTypes = { step: Step, end: End, frame: Frame }
const edgeTypes = { line: Line }

function Zoom() {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.builder.canvas.${key}`)
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  const { zoom } = useViewport()
  return (
    <Box
      sx={{
        position: 'absolute',
        left: 16,
        bottom: 16,
        zIndex: 5,
        display: 'flex',
        alignItems: 'center',
        border: 1,
        borderColor: 'divider',
        borderRadius: '8px',
        bgcolor: 'background.paper',
      }}
    >
      <IconButton size="small" aria-label={text('zoomOut')} onClick={() => void zoomOut()}>
        <Icon icon={Minus} />
      </IconButton>
      <Typography variant="body2" sx={{ width: 44, textAlign: 'center' }}>
        {Math.round(zoom * 100)}%
      </Typography>
      <IconButton size="small" aria-label={text('zoomIn')} onClick={() => void zoomIn()}>
        <Icon icon={Plus} />
      </IconButton>
      <IconButton
        size="small"
        aria-label={text('fit')}
        onClick={() => void fitView({ maxZoom: 1, padding: 0.15 })}
      >
        <Icon icon={Maximize} />
      </IconButton>
    </Box>
  )
}
