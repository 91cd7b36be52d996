/** What this process is and uses, read at each scrape. */
import { version } from "@heddle/api"
import { Effect, Metric, Option } from "effect"
import { readdir } from "node:fs/promises"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { getHeapStatistics } from "node:v8"

const gauge = (name: string, description: string) => Metric.gauge(name, { description })

const buildInfo = Metric.withAttributes(gauge("build_info", "1, with the releases of Heddle and Node"), {
  version,
  node: process.versions.node
})
const startTime = gauge("process_start_time_seconds", "Unix time at which this process started")
const residentMemory = gauge("process_resident_memory_bytes", "Memory of this process")
const heapUsed = gauge("process_heap_used_bytes", "Heap of this process in use")
const heapLimit = gauge("process_heap_limit_bytes", "What the heap of this process may grow to")
const openFiles = gauge("process_open_fds", "Open file descriptors of this process; only on Linux")
const cpuSeconds = Metric.counter("process_cpu_seconds_total", {
  description: "CPU time of this process, all threads",
  incremental: true
})
const loopDelay = gauge(
  "process_event_loop_delay_p99_seconds",
  "99th percentile of the delay of the event loop since the scrape before"
)

const delayResolutionMillis = 20

const countOpenFiles = Effect.option(Effect.tryPromise(() => readdir("/proc/self/fd"))).pipe(
  // Reading the folder opens one.
  Effect.map(Option.map((names) => names.length - 1))
)

/** Returns how to update the metrics. The delay of the event loop is watched until the scope closes. */
export const makeProcessMetrics = Effect.gen(function* () {
  const delay = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const histogram = monitorEventLoopDelay({ resolution: delayResolutionMillis })
      histogram.enable()
      return histogram
    }),
    (histogram) => Effect.sync(() => void histogram.disable())
  )

  return Effect.gen(function* () {
    yield* Metric.update(buildInfo, 1)
    yield* Metric.update(startTime, performance.timeOrigin / 1000)
    yield* Metric.update(residentMemory, process.memoryUsage.rss())
    const heap = getHeapStatistics()
    yield* Metric.update(heapUsed, heap.used_heap_size)
    yield* Metric.update(heapLimit, heap.heap_size_limit)
    const { user, system } = process.cpuUsage()
    const { count } = yield* Metric.value(cpuSeconds)
    yield* Metric.update(cpuSeconds, Math.max(0, (user + system) / 1e6 - count))
    // It measures how late its own timer is called, which includes the time between two calls.
    yield* Metric.update(loopDelay, Math.max(0, delay.percentile(99) / 1e6 - delayResolutionMillis) / 1000)
    delay.reset()
    const files = yield* countOpenFiles
    if (Option.isSome(files)) yield* Metric.update(openFiles, files.value)
  })
})
