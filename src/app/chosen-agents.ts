/** Who works, as a run is begun with it: what was left empty is as configured. */
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
