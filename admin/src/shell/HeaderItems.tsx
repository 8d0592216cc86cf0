import { isVisible, usePermissions } from '@crossdock/admin/kit'
import { Suspense } from 'react'
import { useRegistry } from '../registry/context.js'
import { LeftOut } from './LeftOut.js'

/** What the console and plugins put into the header. One that fails is left out: the rest goes on. */
export function HeaderItems() {
  const who = usePermissions()
  const { headerItems } = useRegistry()
  return headerItems
    .filter((item) => isVisible(item, who))
    .map((item) => (
      <LeftOut key={item.id}>
        <Suspense>
          <item.component />
        </Suspense>
      </LeftOut>
    ))
}
