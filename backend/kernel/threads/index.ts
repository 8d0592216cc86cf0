export { BoundedThread, ThreadEnded, type ThreadBounds } from './bounded_thread.js'
export { ThreadPool, type PoolOptions } from './thread_pool.js'
