import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Tenant } from '@crossdock/client'
import { formatRelative, Icon, page, useRead, useSession, type Session } from '@crossdock/admin/kit'
import { Building2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '../use_texts.js'
import { useLeave } from './use_enter.js'

/** Shown above every page while a super administrator works in a tenant: its name and the button to leave. */
export default function TenantBanner() {
  const { data } = useSession()
  if (!data?.tenant || !data.user.isSuperAdmin) return null
  return <Banner tenant={data.tenant} />
}

function Banner({ tenant }: { tenant: NonNullable<Session['tenant']> }) {
  useTexts()
  const translate = useTranslate()
  const element = useBannerHeight()
  const leave = useLeave()
  const [isLeaving, setLeaving] = useState(false)
  const go = async () => {
    setLeaving(true)
    await leave()
    page.open('/tenants')
  }
  return createPortal(
    <Box
      ref={element}
      role="region"
      aria-label={translate('tenants.working.label')}
      sx={{
        position: 'fixed',
        inset: '0 0 auto 0',
        zIndex: (theme) => theme.zIndex.modal + 1,
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 1.25,
        minHeight: 40,
        px: 2,
        py: 0.5,
        fontSize: '0.875rem',
        fontWeight: 500,
        color: 'primary.contrastText',
        bgcolor: 'primary.main',
      }}
    >
      <Icon icon={Building2} />
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {translate('tenants.working.text', { name: tenant.name })}
      </Box>
      <ClosedReason id={tenant.id} />
      <Button
        size="small"
        variant="outlined"
        disabled={isLeaving}
        onClick={() => void go()}
        sx={{ flex: 'none', color: 'inherit', bgcolor: 'transparent', borderColor: 'currentColor' }}
      >
        {translate('tenants.working.leave')}
      </Button>
    </Box>,
    document.body
  )
}

/** Why nothing runs in a closed tenant. */
function ClosedReason({ id }: { id: string }) {
  const translate = useTranslate()
  const { data: tenant } = useRead<Tenant>(['tenants', id])
  if (!tenant || tenant.status === 'active') return null
  const { status, deletesAt } = tenant
  const hasBegun = deletesAt !== null && Date.parse(deletesAt) <= Date.now()
  const text = hasBegun
    ? translate('tenants.deletion.begun')
    : translate(`tenants.working.${deletesAt ? 'deleting' : 'closed'}`, {
        status: translate(`tenants.status.${status}`),
        when: deletesAt && formatRelative(deletesAt, Date.now()),
      })
  return (
    <Box component="span" sx={{ minWidth: 0, fontWeight: 400 }}>
      {text}
    </Box>
  )
}

const height = '--bar-height'

/** Moves the page down by the banner's height. While a `PageBar` covers the banner, that sets the height. */
function useBannerHeight() {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const banner = element.current
    const { documentElement: root } = document
    if (!banner) return
    let own = ''
    const take = () => {
      const there = root.style.getPropertyValue(height)
      if (there && there !== own) return
      own = `${banner.offsetHeight}px`
      if (there !== own) root.style.setProperty(height, own)
    }
    const resized = new ResizeObserver(take)
    resized.observe(banner)
    const watch = new MutationObserver(take)
    watch.observe(root, { attributes: true, attributeFilter: ['style'] })
    return () => {
      resized.disconnect()
      watch.disconnect()
      if (root.style.getPropertyValue(height) === own) root.style.removeProperty(height)
    }
  }, [])
  return element
}
