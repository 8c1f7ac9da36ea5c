"""
Trains the static embedder from pairs (see extract-pairs.ts): a table of word vectors for questions and one for code;
a text's vector is the unit-length sum of its distinct words. Needs torch; a GPU makes it a minute's work.

python3 scripts/knowledge/train-embedder.py pairs.jsonl src/knowledge/embed/weights.bin
"""
import collections, json, random, struct, sys
import torch
import torch.nn.functional as F

DIM, WORDS, EPOCHS, BATCH, DROP = 128, 16000, 12, 4096, 0.25
pairs_file, out_file = sys.argv[1:3]
random.seed(1); torch.manual_seed(1)
pairs = [json.loads(line) for line in open(pairs_file)]
random.shuffle(pairs)
held, pairs = pairs[:4000], pairs[4000:]
seen = collections.Counter()
for p in pairs:
    seen.update(p['c']); seen.update(p['q'])
words = [w for w, n in seen.most_common(WORDS) if n >= 5]
index = {w: i + 1 for i, w in enumerate(words)}  # 0 is padding
device = 'cuda' if torch.cuda.is_available() else 'cpu'

def padded(lists, width):
    rows = torch.zeros(len(lists), width, dtype=torch.int32)
    for i, words_ in enumerate(lists):
        ids = [index[w] for w in words_ if w in index][:width]
        rows[i, :len(ids)] = torch.tensor(ids, dtype=torch.int32)
    return rows.to(device)

Q, C = padded([p['q'] for p in pairs], 40), padded([p['c'] for p in pairs], 120)
HQ, HC = padded([p['q'] for p in held], 40), padded([p['c'] for p in held], 120)
V = len(words) + 1
freq = torch.tensor([1.0] + [seen[w] for w in words], device=device)
q_table = torch.nn.Embedding(V, DIM, padding_idx=0, device=device)
c_table = torch.nn.Embedding(V, DIM, padding_idx=0, device=device)
with torch.no_grad():
    # Rare words start out louder, and the same word starts out alike in both.
    start = torch.randn(V, DIM, device=device) * (1 / torch.sqrt(freq / freq.median() + 1)).unsqueeze(1) * 0.1
    start[0] = 0
    q_table.weight.copy_(start); c_table.weight.copy_(start)
logit = torch.nn.Parameter(torch.tensor(3.0, device=device))
opt = torch.optim.Adam([*q_table.parameters(), *c_table.parameters(), logit], lr=2e-3)

def embed(table, ids, drop=0.0):
    if drop: ids = ids * (torch.rand(ids.shape, device=device) > drop)
    return F.normalize(table(ids.long()).sum(1), dim=-1)

def evaluate():
    with torch.no_grad():
        sims = embed(q_table, HQ) @ embed(c_table, HC).T
        rank = (sims > sims.diag().unsqueeze(1)).sum(1)
        return {f'r@{k}': round((rank < k).float().mean().item(), 3) for k in (1, 10)}

steps = len(pairs) // BATCH
sched = torch.optim.lr_scheduler.OneCycleLR(opt, 6e-3, total_steps=max(1, steps) * EPOCHS)
for epoch in range(EPOCHS):
    order = torch.randperm(len(pairs), device=device)
    for b in range(steps):
        at = order[b * BATCH:(b + 1) * BATCH]
        q, c = embed(q_table, Q[at], DROP), embed(c_table, C[at], DROP)
        sims = q @ c.T * logit.exp().clamp(max=60)
        target = torch.arange(len(at), device=device)
        loss = (F.cross_entropy(sims, target) + F.cross_entropy(sims.T, target)) / 2
        opt.zero_grad(); loss.backward(); opt.step(); sched.step()
    print(epoch, round(loss.item(), 3), evaluate(), flush=True)

def pack(table):
    rows = table.weight.detach()[1:].cpu()
    scale = rows.abs().amax(1).clamp(min=1e-8) / 127
    return scale.numpy().astype('<f4').tobytes(), (rows / scale.unsqueeze(1)).round().to(torch.int8).numpy().tobytes()

head = json.dumps({'dim': DIM, 'words': words}, separators=(',', ':')).encode()
(qs, qb), (cs, cb) = pack(q_table), pack(c_table)
with open(out_file, 'wb') as f:
    f.write(struct.pack('<I', len(head)) + head + b' ' * (-len(head) % 4) + qs + cs + qb + cb)
print(len(pairs), 'pairs', len(words), 'words', evaluate())
