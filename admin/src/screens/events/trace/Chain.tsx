import type { Trace } from '@crossdock/client'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { Badge, formatDuration, formatTimeToSeconds, Icon } from '@crossdock/admin/kit'
import { MessageSquareReply } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { chainOf, isFailed } from './model.js'
import { iconOf, useTraceTexts } from './trace_texts.js'

interface ChainProps {
  trace: Trace
  chosen: number
  onChoose: (at: number) => void
}

/** The path from the first cause to the answer: cards joined by a line. */
export function Chain({ trace, chosen, onChoose }: ChainProps) {
  const translate = useTranslate()
  const { kind, title } = useTraceTexts()
  const chain = chainOf(trace, chosen)
  const last = trace.objects[chain.at(-1) ?? -1]
  return (
    <Box
      component="ol"
      aria-label={translate('events.trace.chain')}
      sx={{ display: 'flex', listStyle: 'none', m: 0, p: 0.5, overflowX: 'auto' }}
    >
      {chain.map((at, place) => {
        const one = trace.objects[at]!
        const name = one.type === 'call' ? (one.name ?? title(one)) : title(one)
        return (
          <Joined key={at} isFirst={place === 0}>
            <ButtonBase
              onClick={() => onChoose(at)}
              aria-pressed={at === chosen}
              sx={{
                ...card,
                ...(at === chosen && {
                  borderColor: 'accent',
                  boxShadow: (theme) => `0 0 0 1px ${theme.palette.accent}`,
                }),
              }}
            >
              <Head
                icon={<Icon icon={iconOf(one.type)} />}
                kind={kind(one.type)}
                badge={one.type === 'execution' && one.status}
                failed={isFailed(one)}
              />
              <Name>{name}</Name>
              <Small>
                {one.type === 'call'
                  ? [one.detail, one.attempt && title(one)].filter(Boolean).join(' · ')
                  : formatTimeToSeconds(one.startedAt)}
              </Small>
            </ButtonBase>
          </Joined>
        )
      })}
      {last?.type === 'call' && last.statusCode !== null && (
        <Joined isFirst={false}>
          <Box sx={card}>
            <Head
              icon={<Icon icon={MessageSquareReply} />}
              kind={translate('events.trace.answer')}
              badge={String(last.statusCode)}
              failed={isFailed(last)}
            />
            <Name>{String(last.statusCode)}</Name>
            <Small>{formatDuration(last.durationMs)}</Small>
          </Box>
        </Joined>
      )}
    </Box>
  )
}

const card = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'stretch',
  gap: 0.25,
  width: '100%',
  height: '100%',
  p: 1.75,
  textAlign: 'left',
  border: 1,
  borderColor: 'divider',
  borderRadius: '12px',
  bgcolor: 'background.paper',
} as const

function Joined({ isFirst, children }: { isFirst: boolean; children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', flex: '1 0 168px', maxWidth: 320, minWidth: 0 }}
    >
      {!isFirst && (
        <Box aria-hidden sx={{ width: 24, flex: 'none', borderTop: 1, borderColor: 'divider' }} />
      )}
      <Box sx={{ flex: 1, minWidth: 0, alignSelf: 'stretch' }}>{children}</Box>
    </Box>
  )
}

interface HeadProps {
  icon: ReactNode
  kind: string
  badge: string | null | false
  failed: boolean
}

const Head = ({ icon, kind, badge, failed }: HeadProps) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minHeight: 22 }}>
    <Box component="span" sx={{ color: 'text.secondary', lineHeight: 0 }}>
      {icon}
    </Box>
    <Typography variant="body2" color="textSecondary" sx={{ flex: 1 }}>
      {kind}
    </Typography>
    {badge && <Badge variant={failed ? 'destructive' : 'success'}>{badge}</Badge>}
  </Box>
)

const Name = ({ children }: { children: ReactNode }) => (
  <Typography noWrap sx={{ fontWeight: 500 }}>
    {children}
  </Typography>
)

const Small = ({ children }: { children: ReactNode }) => (
  <Typography variant="body2" color="textSecondary" noWrap>
    {children}
  </Typography>
)
