/** The agents chosen when a run is begun; an empty choice means the configured one. */
export const chosenAgents = ({
  backend,
  model,
}: {
  readonly backend?: string | undefined;
  readonly model?: string | undefined;
}) => ({
  ...(backend ? { backend } : {}),
  ...(model ? { model } : {}),
});
