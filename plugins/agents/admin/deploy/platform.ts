import type { Platform } from '../model.js'

/** The system of this browser. */
export function ownPlatform(): Platform {
  const agent = navigator.userAgent
  if (agent.includes('Windows')) return 'windows'
  return agent.includes('Mac') ? 'macos' : 'linux'
}
